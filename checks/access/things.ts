/** Tables whose rows calls name, the column that they name them by, and a name for it where a table has two. */
export const THINGS: readonly { table: string; column?: string; only?: string; as?: string }[] = [
  { table: 'memberships', column: 'member_id' },
  { table: 'people' },
  { table: 'people_jobs' },
  { table: 'person_fields', column: 'name' },
  { table: 'tags', column: 'name' },
  // The first one is in every account.
  { table: 'segments', only: 'id > 1' },
  { table: 'folders', only: "role = 'folder'" },
  { table: 'folder_items', column: 'item_id' },
  { table: 'object_schemas', column: 'name', only: "name = 'project'" },
  { table: 'object_fields', column: 'name', only: "name = 'budget'" },
  { table: 'objects', only: "external_id like 'pr_%'" },
  { table: 'objects', column: 'external_id', only: "external_id like 'pr_%'", as: 'external_ids' },
  { table: 'object_jobs' },
  { table: 'association_types', only: "name = 'Projects of a company'" },
  { table: 'imports' },
  { table: 'emails' },
  { table: 'email_versions', column: 'version' },
  { table: 'images', column: 'key' },
  { table: 'snippets' },
  { table: 'saved_rows' },
  { table: 'communication_categories' },
  { table: 'sender_addresses', column: 'email' },
  { table: 'sender_domains' },
  { table: 'suppressions', column: 'address' },
  { table: 'sends' },
  { table: 'broadcasts' },
  { table: 'flows' },
  { table: 'flow_steps' },
  { table: 'flow_links' },
  { table: 'flow_decorations' },
]

/** Calls whose address names a way of looking, not a thing of the account. */
export const NAMES_NOTHING: ReadonlySet<string> = new Set(['previewPreferences', 'previewRecipeEmail'])

/** Calls that name what the story has none of. */
export const NOT_IN_STORY: ReadonlySet<string> = new Set([
  'updateSavedRow',
  'deleteSavedRow',
  'getImport',
  'getImportCheck',
  'downloadRefusedRows',
  'downloadKeptPeople',
  'listSegmentObjects',
  'countSegmentObjects',
  'downloadExport',
  'downloadObjectExport',
  'explainSegmentObject',
  'previewMerge',
  'getStepHook',
  'rotateStepHook',
  'replayStepDelivery',
  'readStepSigningSecret',
  'getFlowVersion',
  'nameFlowVersion',
  'restoreFlowVersion',
])

/** Bodies without which a call is refused before it looks for anything. */
export const BODIES: Record<string, object> = {
  updateTeamMember: { scopes: [] },
  updateField: { title: 'Taken over' },
  updateFolder: { name: 'Taken over' },
  updateTag: { tag: 'taken-over' },
  mergeTag: { into: 'taken-over' },
  createObjects: [{ name: 'Taken over' }],
  saveObjects: [{ name: 'Taken over' }],
  exportObjects: { all: true },
  changeManyObjects: { action: 'delete', ids: [1] },
  updateObject: { name: 'Taken over' },
  updateObjectByExternalId: { name: 'Taken over' },
  updateSchema: { displayNamePlural: 'Taken over' },
  createSchemaFields: [{ name: 'taken' }],
  updateSchemaField: { title: 'Taken over' },
  updateSegment: { name: 'Taken over' },
  updateEmail: { name: 'Taken over' },
  renameImage: { name: 'Taken over' },
  updateSnippet: { name: 'Taken over' },
  updateSavedRow: { name: 'Taken over' },
  autoSaveEmail: { subject: 'Taken over' },
  updateCategory: { name: 'Taken over' },
  updateFlow: { name: 'Taken over' },
  changeFlow: {},
  takeSteps: { accountId: 1, steps: [{ key: 'end', serviceId: '1', operationKey: '/end-flow', values: {} }] },
  nameFlowVersion: { name: 'Taken over' },
  dryRunFlow: { person: { email: 'nobody@acme.example' } },
  updateStep: { data: {} },
  retryStepPeople: {},
  removeStepPeople: { state: 'queued' },
  testStepCall: {},
  updateBroadcast: { name: 'Taken over' },
  pickWinner: { variantId: '00000000-0000-0000-0000-000000000000' },
  exportBroadcastPeople: { figure: 'sent' },
  sendEmail: { text: 'x', subject: 'x', from: 'a@acme.example', to: 'b@example.org' },
  updateMailRules: {
    caps: [],
    quiet: null,
    control: null,
    throttle: { perSecond: null, perDomain: null },
    warmUp: false,
    holdDays: 7,
    keepMonths: null,
  },
  resolveSends: { as: 'accepted' },
  resolveSend: { at: '2026-11-21T10:00:00Z', as: 'accepted' },
  updateDecoration: { text: 'Taken over' },
  mergePeople: { otherId: 999_999 },
  erasePerson: { address: 'ann@acme.example' },
  savePersonPreferences: {},
}

/** Queries without which a call is refused before it looks for anything. */
export const QUERIES: Record<string, string> = {
  runServiceOperation: '?stepId=999999',
  searchObjects: '?query=a',
  listBroadcastPeople: '?figure=sent',
}

const TABLES: readonly [RegExp, string][] = [
  [/TeamMember$/, 'memberships'],
  [/^(?:get|list|update|change|explain|name|restore|dryRun|preview|stop|forget)Flow|ShareToken/, 'flows'],
  [/Folder$/, 'folders'],
  [/PeopleJob|^downloadExport/, 'people_jobs'],
  [/ObjectJob|^downloadObjectExport/, 'object_jobs'],
  [/Person|^(?:previewMerge|mergePeople|listHoldings)$/, 'people'],
  [/^deleteAssociation$|AssociationUses$/, 'association_types'],
  [/Object|Associat/, 'objects'],
  [/[Ss]egment/, 'segments'],
  [/Import(?:Check)?$|RefusedRows|KeptPeople/, 'imports'],
  [/Version|Email$/, 'emails'],
  [/Image/, 'images'],
  [/Snippet$/, 'snippets'],
  [/SavedRow$/, 'saved_rows'],
  [/Category/, 'communication_categories'],
  [/SenderAddress/, 'sender_addresses'],
  [/SenderDomain/, 'sender_domains'],
  [/Broadcast|^(?:countEntered|pickWinner)$/i, 'broadcasts'],
  [/Send$/, 'sends'],
  [/Step/, 'flow_steps'],
  [/Link/, 'flow_links'],
  [/Decoration/, 'flow_decorations'],
]

const PARAMS: Record<string, string> = {
  personId: 'people',
  objectId: 'people',
  otherId: 'people',
  stepId: 'flow_steps',
  source: 'flow_steps',
  target: 'flow_steps',
  flowId: 'flows',
  emailId: 'emails',
  decorationId: 'flow_decorations',
  objectName: 'object_schemas',
  externalId: 'external_ids',
  associationId: 'association_types',
  fieldName: 'person_fields',
  tag: 'tags',
  version: 'email_versions',
  key: 'images',
  email: 'sender_addresses',
  address: 'suppressions',
}

/** Of things that the story has none of. */
const NOWHERE: Record<string, string> = { images: 'nobody-has-this-image.png', sessionId: 'nobody-has-this' }

/** What stands for a parameter in a call's address: the id of one of the story's things. */
export const partFor = (ids: ReadonlyMap<string, string>, call: string, param: string): string => {
  if (call === 'switchAccount') return '1'
  const isOfObjects = param === 'fieldName' && call.includes('Schema')
  const table =
    (isOfObjects ? 'object_fields' : PARAMS[param]) ?? TABLES.find(([names]) => names.test(call))?.[1] ?? param
  return encodeURIComponent(ids.get(table) ?? NOWHERE[table] ?? '999999')
}
