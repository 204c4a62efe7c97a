/** Row types, written from the schema by `npm run build -- schema`; change a migration, not this file. */
import type { ColumnType } from "kysely"

export type ArrayType<T> = ArrayTypeImpl<T> extends (infer U)[]
  ? U[]
  : ArrayTypeImpl<T>

export type ArrayTypeImpl<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S[], I[], U[]>
  : T[]

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>

export type Json = JsonValue

export type JsonArray = JsonValue[]

export type JsonObject = {
  [x: string]: JsonValue | undefined
}

export type JsonPrimitive = boolean | number | string | null

export type JsonValue = JsonArray | JsonObject | JsonPrimitive

export type Timestamp = ColumnType<Date, Date | string, Date | string>

export interface Accounts {
  created_at: Timestamp
  email: Generated<string>
  flags: Generated<Json>
  id: Generated<number>
  industry: Generated<string>
  is_approved: Generated<boolean>
  is_blocked: Generated<boolean>
  is_test: Generated<boolean>
  logo: string | null
  mail_paused_at: Timestamp | null
  mailing_address: Generated<string>
  main_account_id: number | null
  name: Generated<string>
  onboarding: Generated<Json>
  phone: Generated<string>
  referral_code: string
  settings: Generated<Json>
  site: Generated<string>
  status: Generated<string>
  timezone: Generated<string>
  trial_ends_at: Timestamp | null
  version: Generated<number>
  write_key: string
}

export interface AdminActs {
  account_id: number
  act: string
  at: Timestamp
  data: Generated<Json>
  id: Generated<number>
  member_id: number
}

export interface ApiKeys {
  account_id: number
  created_at: Timestamp
  hint: string
  id: Generated<number>
  key_hash: Buffer
  name: Generated<string>
  scopes: Generated<string[]>
  sealed: string
  used_at: Timestamp | null
}

export interface ApiSends {
  account_id: number
  at: Timestamp
  key_hash: Buffer
  reason_at: Timestamp
  request_hash: Buffer
  send_id: number
}

export interface Associations {
  account_id: number
  association_id: number
  created_at: Timestamp
  from_id: number
  has_single_from: boolean
  has_single_to: boolean
  to_id: number
}

export interface AssociationTypes {
  account_id: number
  created_at: Timestamp
  deleted_at: Timestamp | null
  from_schema_id: number | null
  id: Generated<number>
  is_default: Generated<boolean>
  name: string
  to_schema_id: number | null
  type: string
}

export interface BroadcastRecipients {
  account_id: number
  broadcast_id: number
  due_at: Timestamp
  is_rest: Generated<boolean>
  person_id: number
  planned_at: Timestamp | null
  variant: Generated<number>
  why: string | null
}

export interface Broadcasts {
  ab_test: Json | null
  account_id: number
  archived_at: Timestamp | null
  created_at: Timestamp
  created_by: number | null
  email_id: number | null
  email_ids: Generated<ArrayType<number>>
  ended_at: Timestamp | null
  follow_up: Json | null
  follow_up_at: Timestamp | null
  frozen_at: Timestamp | null
  frozen_to: Generated<number>
  id: Generated<number>
  metric: Json | null
  metric_at: Timestamp | null
  name: string
  parent_id: number | null
  paused_at: Timestamp | null
  people_entered: Generated<number>
  people_excluded: Generated<number>
  people_exited: Generated<number>
  people_planned: Generated<number>
  problem: string | null
  revision: Generated<number>
  segment_id: number | null
  send_at: Timestamp | null
  started_at: Timestamp | null
  starts_at: Timestamp | null
  status: Generated<string>
  subject: string | null
  updated_at: Timestamp
  uses_zones: Generated<boolean>
  variant_ids: Generated<ArrayType<number>>
  winner: number | null
  winner_by: string | null
  winner_due_at: Timestamp | null
  winner_picked_at: Timestamp | null
}

export interface CallHosts {
  account_id: number
  failures: Generated<number>
  host: string
  opened_at: Timestamp | null
  paced_until: Timestamp | null
  per_minute: number | null
  retry_at: Timestamp | null
}

export interface CategoryChoices {
  account_id: number
  at: Timestamp
  category_id: number
  choice: string
  is_asked: Generated<boolean>
  person_id: number
}

export interface Changes {
  account_id: number
  at: Timestamp
  data: Json | null
  id: Generated<number>
  is_bulk: Generated<boolean>
  kind: string
  person_id: number | null
  ref: number | null
}

export interface ClickWaits {
  account_id: number
  at: Timestamp
  id: Generated<number>
  kind: number
  link_id: Generated<number>
  proxy: string | null
  reader: Generated<string>
  reason_at: Timestamp
  send_id: number
  url: Generated<string>
}

export interface CommunicationCategories {
  account_id: number
  created_at: Timestamp
  description: Generated<string>
  id: Generated<number>
  is_archived: Generated<boolean>
  is_default: Generated<boolean>
  name: string
  type: Generated<string>
}

export interface DomainDays {
  account_id: number
  day: Timestamp
  domain: string
  sent: Generated<number>
}

export interface EmailLinks {
  account_id: number
  email_id: number
  id: Generated<number>
  url: string
  url_hash: Buffer
}

export interface Emails {
  account_id: number
  archived_at: Timestamp | null
  can_spam_compliance: Generated<string>
  communication_category_id: number | null
  created_at: Timestamp
  created_by: Generated<number>
  id: Generated<number>
  is_ai_generated: Generated<boolean>
  is_standalone: Generated<boolean>
  is_transactional: Generated<boolean>
  name: string
  preview_image: string | null
  preview_version: Generated<number>
  refused_why: Generated<string>
  selected_version: number | null
  updated_at: Timestamp
  version: Generated<number>
}

export interface EmailVersions {
  account_id: number
  bcc: Generated<string>
  cc: Generated<string>
  created_at: Timestamp
  editor_type: Generated<string>
  email_id: number
  from_email: Generated<string>
  from_name: Generated<string>
  html: Generated<string>
  is_draft: Generated<boolean>
  preheader: Generated<string>
  reply_email: Generated<string>
  reply_name: Generated<string>
  restored_from: number | null
  saved_by: Generated<number>
  shows: Json | null
  snippet_refs: Generated<string[]>
  state: Json | null
  subject: Generated<string>
  type: Generated<string>
  updated_at: Timestamp
  version: number
}

export interface EventHours {
  account_id: number
  hour: Timestamp
  human: Generated<number>
  name_id: number
  total: Generated<number>
}

export interface EventKeys {
  account_id: number
  at: Timestamp
  key: string
}

export interface EventNames {
  account_id: number
  created_at: Timestamp
  description: Generated<string>
  id: Generated<number>
  kind: Generated<string>
  label: string | null
  last_seen_at: Timestamp | null
  name: string
  total: Generated<number>
}

export interface EventProps {
  account_id: number
  name: string
  name_id: number
  samples: Generated<Json>
  type: string
}

export interface Events {
  account_id: number
  created_at: Timestamp
  id: Generated<number>
  name_id: number
  person_id: number
  props: Json | null
}

export interface FlowCalls {
  account_id: number
  attempts: Generated<number>
  created_at: Timestamp
  due_at: Timestamp | null
  ended_at: Timestamp | null
  error: string | null
  first_at: Timestamp | null
  flow_id: number
  host: string
  id: Generated<number>
  person_id: number
  reply: Json | null
  request: Json
  run_id: number
  state: Generated<number>
  status: number | null
  stay_at: Timestamp
  step_id: number
}

export interface FlowDates {
  account_id: number
  due_at: Timestamp
  generation: number
  person_id: number
  step_id: number
}

export interface FlowDays {
  account_id: number
  at: Timestamp
  entered: Generated<number>
  flow_id: number
  reached_goal: Generated<number>
}

export interface FlowDecorations {
  account_id: number
  flow_id: number
  font_size: Generated<number>
  height: number
  id: Generated<number>
  text: Generated<string>
  type: string
  width: number
  x: Generated<number>
  y: Generated<number>
}

export interface FlowEdits {
  account_id: number
  at: Timestamp
  diff: Json | null
  flow_id: number
  id: Generated<number>
  member_id: Generated<number>
  revision: number | null
  step_id: number | null
  type: string
}

export interface FlowGoals {
  account_id: number
  flow_id: number
  person_id: number
  reached_at: Timestamp
  run_id: number
  step_id: number
}

export interface FlowHooks {
  account_id: number
  generation: Generated<number>
  last_at: Timestamp | null
  received: Generated<number>
  step_id: number
}

export interface FlowLinks {
  account_id: number
  condition: Generated<string>
  created_at: Timestamp
  flow_id: number
  id: Generated<number>
  is_retriggering: Generated<boolean>
  source: number
  target: number
}

export interface FlowMoves {
  account_id: number
  created_at: Timestamp
  ended_at: Timestamp | null
  flow_id: number
  id: Generated<number>
  kind: string
  member_id: Generated<number>
  moved: Generated<number>
  settings: Generated<Json>
  step_id: number | null
  target_id: number | null
  walked_at: Timestamp | null
  walked_to: Generated<number>
}

export interface FlowPresence {
  account_id: number
  client: string
  flow_id: number
  member_id: number
  seen_at: Timestamp
  step_id: number | null
}

export interface FlowQuarters {
  account_id: number
  at: Timestamp
  entered: Generated<number>
  flow_id: number
  reached_goal: Generated<number>
}

export interface FlowRuns {
  account_id: number
  caused_at: Timestamp | null
  due_at: Timestamp | null
  ended_at: Timestamp | null
  entered_at: Timestamp
  entry_key: string
  error: string | null
  event_id: number | null
  flow_id: number
  id: Generated<number>
  person_id: number
  root_id: number | null
  state: Generated<number>
  step_entered_at: Timestamp
  step_id: number
  visit: Generated<number>
}

export interface Flows {
  account_id: number
  activated_at: Timestamp | null
  archived_at: Timestamp | null
  can_enter_once: Generated<boolean>
  color: string | null
  created_at: Timestamp
  deleted_at: Timestamp | null
  id: Generated<number>
  is_ai_generated: Generated<boolean>
  kind_id: Generated<number>
  name: string
  object_type: Generated<string>
  once_per_period: Json | null
  recipe: string | null
  revision: Generated<number>
  shared_generation: Generated<number>
  status: Generated<string>
  updated_at: Timestamp
  updated_by: Generated<number>
  version: Generated<number>
}

export interface FlowSchedules {
  account_id: number
  anchor: Timestamp
  built_to: number | null
  flow_id: number
  generation: Generated<number>
  has_rows: Generated<boolean>
  has_stale: Generated<boolean>
  input: Json
  is_dated: Generated<boolean>
  is_live: Generated<boolean>
  last_at: Timestamp | null
  next_at: Timestamp | null
  operation_key: string
  queued_at: Timestamp | null
  service_id: string
  since: Timestamp
  step_id: number
  walk_at: Timestamp | null
  walked: Generated<number>
  walked_to: Generated<number>
  zone: string
}

export interface FlowStepCounts {
  account_id: number
  entered: Generated<number>
  failed: Generated<number>
  flow_id: number
  queued: Generated<number>
  step_id: number
}

export interface FlowStepHours {
  account_id: number
  at: Timestamp
  entered: Generated<number>
  flow_id: number
  reached_goal: Generated<number>
  step_id: number
}

export interface FlowSteps {
  account_id: number
  created_at: Timestamp
  deleted_at: Timestamp | null
  flow_id: number
  held_reason: string | null
  held_since: Timestamp | null
  id: Generated<number>
  input: Generated<Json>
  is_duplicate: Generated<boolean>
  operation_key: string
  output: Generated<Json>
  revision: Generated<number>
  service_id: string
  title: string | null
  updated_at: Timestamp
  x: Generated<number>
  y: Generated<number>
}

export interface FlowTimings {
  account_id: number
  activated_at: Timestamp
  flow_id: number
  version: number
  zone: string
}

export interface FlowTroubles {
  account_id: number
  code: string
  first_at: Timestamp
  flow_id: number
  last_at: Timestamp
  people: Generated<number>
  person_id: number | null
  reason: Generated<string>
  step_id: Generated<number>
}

export interface FlowUniques {
  account_id: number
  asked_at: Timestamp
  counted_at: Timestamp | null
  ends_at: Timestamp
  entered: number | null
  flow_id: number
  is_wanted: Generated<boolean>
  reached_goal: number | null
  started_at: Timestamp | null
  starts_at: Timestamp
}

export interface FlowVersions {
  account_id: number
  created_at: Timestamp
  drawing: Json | null
  flow_id: number
  graph: Json
  member_id: Generated<number>
  name: string | null
  version: number
}

export interface FolderItems {
  account_id: number
  folder_id: string
  folder_type: string
  is_favorite: Generated<boolean>
  item_id: string
  place: Generated<number>
}

export interface Folders {
  account_id: number
  color: string | null
  created_at: Timestamp
  folder_type: string
  id: string
  is_expanded: Generated<boolean>
  name: string
  parent_id: string | null
  place: Generated<number>
  role: Generated<string>
  updated_at: Timestamp
}

export interface FormerTagNames {
  account_id: number
  name: string
  since: Timestamp
  tag_id: number
}

export interface HookDeliveries {
  account_id: number
  body: Json | null
  delivery_key: string | null
  id: Generated<number>
  person_id: number | null
  raw: string | null
  received_at: Timestamp
  state: string
  step_id: number
  why: string | null
}

export interface HookKeys {
  account_id: number
  at: Timestamp
  key: string
  step_id: number
}

export interface ImageFiles {
  account_id: number | null
  bytes: number
  created_at: Timestamp
  key: string
  removed_at: Timestamp | null
}

export interface ImageParts {
  bytes: Buffer
  key: string
  part: number
}

export interface Images {
  account_id: number
  bytes: number
  content_type: string
  created_at: Timestamp
  height: number | null
  key: string
  name: string
  sizes: Generated<number[]>
  uploaded_by: Generated<number>
  width: number | null
}

export interface ImportChanges {
  account_id: number
  after: Json | null
  before: Json | null
  import_id: number
  is_created: boolean
  kept_why: string | null
  person_id: number
  tags: Generated<ArrayType<number>>
  was_archived: Generated<boolean>
  written_at: Timestamp
}

export interface ImportFiles {
  account_id: number
  bytes: number | null
  created_at: Timestamp
  file_name: Generated<string>
  key: string
  num_people: number | null
  uploaded_at: Timestamp | null
}

export interface ImportKeys {
  account_id: number
  hash: number
  import_id: number
}

export interface ImportRefusals {
  account_id: number
  import_id: number
  line: number
  message: string
  row_number: number
  row_values: Json
}

export interface Imports {
  account_id: number
  beat_at: Timestamp
  byte_position: number | null
  check_id: number | null
  created: Generated<number>
  created_at: Timestamp
  created_by: Generated<number>
  delimiter: string | null
  encoding: Generated<string>
  error: string | null
  failures: Generated<number>
  file_key: string
  finished_at: Timestamp | null
  has_header: Generated<boolean>
  headers: string[]
  id: Generated<number>
  keeps_history: Generated<boolean>
  line_position: Generated<number>
  mapping: Json
  name: string
  num_people: Generated<number>
  purpose: Generated<string>
  reasons: Generated<Json>
  refused: Generated<number>
  repeated: Generated<number>
  row_position: Generated<number>
  speed: Generated<number>
  started_at: Timestamp | null
  status: Generated<string>
  strategy: Generated<string>
  tags: Generated<string[]>
  unchanged: Generated<number>
  undo_kept: Generated<number>
  undo_merged: Generated<number>
  undo_position: Generated<number>
  undo_removed: Generated<number>
  undo_restored: Generated<number>
  undo_total: Generated<number>
  updated: Generated<number>
}

export interface InAppCounts {
  account_id: number
  clicked: Generated<number>
  closed: Generated<number>
  made: Generated<number>
  seen: Generated<number>
  step_id: number
}

export interface InAppMessages {
  account_id: number
  body: string
  button: string | null
  clicked_at: Timestamp | null
  closed_at: Timestamp | null
  created_at: Timestamp
  expires_at: Timestamp
  flow_id: number
  id: Generated<number>
  link: string | null
  person_id: number
  run_id: number
  seen_at: Timestamp | null
  stay_at: Timestamp
  step_id: number
  title: string
}

export interface InAppSecrets {
  account_id: number
  generation: Generated<number>
}

export interface Lanes {
  account_id: number
  lane: string
}

export interface LinkDeltas {
  account_id: number
  at: Timestamp
  bot_clicks: Generated<number>
  broadcast_id: number
  clicked: Generated<number>
  clicks: Generated<number>
  email_id: number
  flow_id: number
  id: Generated<number>
  link_id: number
  step_id: number
  variant_id: number
}

export interface LinkQuarters {
  account_id: number
  at: Timestamp
  bot_clicks: Generated<number>
  broadcast_id: number
  clicked: Generated<number>
  clicks: Generated<number>
  email_id: number
  flow_id: number
  link_id: number
  step_id: number
  variant_id: number
}

export interface LinkUtms {
  account_id: number
  hash: Buffer
  id: Generated<number>
  utms: Json
}

export interface MailboxMails {
  account_id: number
  from_header: Generated<string>
  id: Generated<number>
  mail_from: string
  message_id: Generated<string>
  raw: Buffer
  rcpt_to: string[]
  read_at: Timestamp | null
  received_at: Timestamp
  send_id: number | null
  send_reason_at: Timestamp | null
  size: number
  snippet: Generated<string>
  subject: Generated<string>
  to_header: Generated<string>
}

export interface MailDays {
  accepted: Generated<number>
  account_id: number
  at: Timestamp
  bot_clicks: Generated<number>
  bot_opens: Generated<number>
  bounced: Generated<number>
  broadcast_id: number
  clicked: Generated<number>
  clicks: Generated<number>
  complained: Generated<number>
  delivered: Generated<number>
  email_id: number
  failed: Generated<number>
  flow_id: number
  opened: Generated<number>
  opens: Generated<number>
  refused: Generated<number>
  replied: Generated<number>
  skipped: Generated<number>
  step_id: number
  unsubscribed: Generated<number>
  variant_id: number
}

export interface MailDeltas {
  accepted: Generated<number>
  account_id: number
  at: Timestamp
  bot_clicks: Generated<number>
  bot_opens: Generated<number>
  bounced: Generated<number>
  broadcast_id: number
  clicked: Generated<number>
  clicks: Generated<number>
  complained: Generated<number>
  delivered: Generated<number>
  email_id: number
  failed: Generated<number>
  flow_id: number
  id: Generated<number>
  opened: Generated<number>
  opens: Generated<number>
  refused: Generated<number>
  replied: Generated<number>
  skipped: Generated<number>
  step_id: number
  unsubscribed: Generated<number>
  variant_id: number
}

export interface MailMonths {
  accepted: Generated<number>
  account_id: number
  at: Timestamp
  bot_clicks: Generated<number>
  bot_opens: Generated<number>
  bounced: Generated<number>
  broadcast_id: number
  clicked: Generated<number>
  clicks: Generated<number>
  complained: Generated<number>
  delivered: Generated<number>
  email_id: number
  failed: Generated<number>
  flow_id: number
  opened: Generated<number>
  opens: Generated<number>
  refused: Generated<number>
  replied: Generated<number>
  skipped: Generated<number>
  step_id: number
  unsubscribed: Generated<number>
  variant_id: number
}

export interface MailProviders {
  account_id: number
  created_at: Timestamp
  is_used: Generated<boolean>
  kind: string
  sealed: string | null
  updated_at: Timestamp
}

export interface MailQuarters {
  accepted: Generated<number>
  account_id: number
  at: Timestamp
  bot_clicks: Generated<number>
  bot_opens: Generated<number>
  bounced: Generated<number>
  broadcast_id: number
  clicked: Generated<number>
  clicks: Generated<number>
  complained: Generated<number>
  delivered: Generated<number>
  email_id: number
  failed: Generated<number>
  flow_id: number
  opened: Generated<number>
  opens: Generated<number>
  refused: Generated<number>
  replied: Generated<number>
  skipped: Generated<number>
  step_id: number
  unsubscribed: Generated<number>
  variant_id: number
}

export interface MailReports {
  account_id: number
  at: Timestamp
  key: string
}

export interface MailRules {
  account_id: number
  caps: Generated<Json>
  control: Json | null
  hold_days: Generated<number>
  keep_months: number | null
  quiet: Json | null
  throttle: Generated<Json>
  updated_at: Timestamp
  warm_up: Generated<boolean>
}

export interface MailStops {
  account_id: number
  broadcast_id: number
  how: string
}

export interface MailThrottles {
  account_id: number
  next_at: Timestamp
  scope: string
}

export interface MailVariants {
  account_id: number
  created_at: Timestamp
  email_id: number
  email_version: number | null
  from_email: string | null
  from_name: string | null
  hash: Buffer
  id: Generated<number>
  preheader: string | null
  subject: string | null
}

export interface MemberDevices {
  created_at: Timestamp
  device_hash: Buffer
  member_id: number
  seen_at: Timestamp
}

export interface Members {
  created_at: Timestamp
  data: Generated<Json>
  email: string
  id: Generated<number>
  is_admin: Generated<boolean>
  name: Generated<string>
  password_changed_at: Timestamp | null
  password_hash: string | null
}

export interface Memberships {
  account_id: number
  created_at: Timestamp
  is_owner: Generated<boolean>
  member_id: number
  scopes: Generated<string[]>
}

export interface Migrations {
  applied_at: Timestamp
  checksum: string
  name: string
}

export interface ObjectFields {
  account_id: number
  can_map_from: Generated<boolean>
  created_at: Timestamp
  created_by: Generated<string>
  currency: string | null
  description: Generated<string>
  display_type: Generated<string>
  enum_names: Json | null
  enum_values: Json | null
  format: string | null
  icon: string | null
  is_array: Generated<boolean>
  is_first_class: Generated<boolean>
  is_read_only: Generated<boolean>
  may_grow_enum: Generated<boolean>
  name: string
  schema_id: number
  title: string
  tooltip: Generated<string>
  type: Generated<string>
}

export interface ObjectJobs {
  account_id: number
  attributes: string[] | null
  changed: Generated<number>
  created_at: Timestamp
  created_by: Generated<number>
  dealt: Generated<number>
  email: string | null
  error: string | null
  failures: Generated<number>
  fields: Json | null
  file_bytes: Generated<number>
  file_key: string | null
  finished_at: Timestamp | null
  first_id: Generated<number>
  id: Generated<number>
  kind: string
  last_id: Generated<number>
  schema_id: number
  selection: Json
  started_at: Timestamp | null
  status: Generated<string>
  total: number | null
  up_to_id: number
}

export interface Objects {
  account_id: number
  archived_at: Timestamp | null
  created_at: Timestamp
  external_id: string | null
  fields: Generated<Json>
  id: Generated<number>
  schema_id: number
  updated_at: Timestamp
  words: Generated<string>
}

export interface ObjectSchemas {
  account_id: number
  created_at: Timestamp
  deleted_at: Timestamp | null
  description: Generated<string>
  display_name_plural: string
  display_name_singular: string
  id: Generated<number>
  is_built_in: Generated<boolean>
  name: string
  primary_field: string
  searchable_fields: Generated<string[]>
  secondary_fields: Generated<string[]>
  updated_at: Timestamp
}

export interface OnceTokens {
  created_at: Timestamp
  data: Json
  expires_at: Timestamp
  purpose: string
  token_hash: Buffer
}

export interface OptIns {
  account_id: number
  asked_at: Timestamp
  category_id: number
  confirmed_at: Timestamp | null
  person_id: number
}

export interface ParkedChanges {
  account_id: number
  at: Timestamp
  data: Json | null
  id: number
  kind: string
  parked_at: Timestamp
  person_id: number | null
  reason: string
  ref: number | null
}

export interface People {
  account_id: number
  anonymous_id: string | null
  archived_at: Timestamp | null
  created_at: Timestamp
  email: string | null
  fields: Generated<Json>
  id: Generated<number>
  is_anonymous: Generated<boolean>
  last_seen_at: Timestamp | null
  tags: Generated<ArrayType<number>>
  timezone: string | null
  unsubscribe_reason: string | null
  unsubscribed_at: Timestamp | null
  updated_at: Timestamp
  user_id: string | null
}

export interface PeopleJobs {
  account_id: number
  attributes: string[] | null
  changed: Generated<number>
  created_at: Timestamp
  created_by: Generated<number>
  dealt: Generated<number>
  email: string | null
  error: string | null
  failures: Generated<number>
  file_bytes: Generated<number>
  file_key: string | null
  finished_at: Timestamp | null
  first_id: Generated<number>
  id: Generated<number>
  kind: string
  last_id: Generated<number>
  place: Generated<string>
  selection: Json
  source: Json | null
  started_at: Timestamp | null
  status: Generated<string>
  tags: Generated<string[]>
  total: number | null
  up_to_id: number
}

export interface PersonAliases {
  account_id: number
  anonymous_id: string
  person_id: number
}

export interface PersonErasures {
  account_id: number
  address_hash: string | null
  at: Timestamp
  id: Generated<number>
  member_id: Generated<number>
  removed: Generated<Json>
}

export interface PersonFields {
  account_id: number
  can_map_from: Generated<boolean>
  created_at: Timestamp
  created_by: Generated<string>
  currency: string | null
  description: Generated<string>
  display_type: Generated<string>
  enum_names: Json | null
  enum_values: Json | null
  format: string | null
  icon: string | null
  is_array: Generated<boolean>
  is_first_class: Generated<boolean>
  is_hot: Generated<boolean>
  is_hot_wanted: Generated<boolean>
  is_read_only: Generated<boolean>
  may_grow_enum: Generated<boolean>
  name: string
  title: string
  tooltip: Generated<string>
  type: Generated<string>
}

export interface PersonFormerKeys {
  account_id: number
  at: Timestamp
  key: string
  kind: string
  person_id: number
}

export interface PreferenceTexts {
  account_id: number
  updated_at: Timestamp
  value: Generated<Json>
}

export interface SavedRows {
  account_id: number
  content: Json
  created_at: Timestamp
  created_by: Generated<number>
  id: Generated<number>
  name: string
  updated_at: Timestamp
}

export interface SegmentBuildJudged {
  account_id: number
  look: number
  member_id: number
  segment_id: number
}

export interface SegmentDays {
  account_id: number
  day: Timestamp
  entered: Generated<number>
  gone: Generated<number>
  is_rebuilt: Generated<boolean>
  segment_id: number
  size: number
}

export interface SegmentMembers {
  account_id: number
  entered_at: Timestamp
  left_at: Timestamp | null
  person_id: number
  segment_id: number
}

export interface SegmentObjects {
  account_id: number
  entered_at: Timestamp
  left_at: Timestamp | null
  object_id: number
  segment_id: number
}

export interface Segments {
  account_id: number
  color: string | null
  conditions: Json
  created_at: Timestamp
  definition: Generated<number>
  id: Generated<number>
  is_auto: Generated<boolean>
  name: string
  object_name: Generated<string>
  template_id: number | null
  updated_at: Timestamp
  version: Generated<number>
}

export interface SegmentStates {
  account_id: number
  build_cursor: Generated<number>
  build_done: Generated<number>
  build_look: Generated<number>
  build_total: Generated<number>
  building: number | null
  built_at: Timestamp | null
  segment_id: number
  size: Generated<number>
  sweep_at: Timestamp | null
  swept_until: Timestamp
}

export interface SendClicks {
  account_id: number
  at: Timestamp
  is_bot: Generated<boolean>
  link_id: number
  reason_at: Timestamp
  send_id: number
}

export interface SenderAddresses {
  account_id: number
  created_at: Timestamp
  data: Generated<Json>
  email: string
  status: Generated<string>
  updated_at: Timestamp
}

export interface SenderDomains {
  account_id: number
  checked_at: Timestamp | null
  created_at: Timestamp
  domain: string
  ed_key: string | null
  ed_public: string | null
  error: string | null
  failing_since: Timestamp | null
  id: Generated<number>
  next_check_at: Timestamp | null
  records: Generated<Json>
  rsa_key: string
  rsa_public: string
  selector: string
  status: Generated<string>
  told_at: Timestamp | null
  updated_at: Timestamp
  verified_at: Timestamp | null
}

export interface Sends {
  accepted_at: Timestamp | null
  account_id: number
  attempted_at: Timestamp | null
  attempts: Generated<number>
  bot_clicks: Generated<number>
  bot_opens: Generated<number>
  bounced_at: Timestamp | null
  broadcast_id: Generated<number>
  claimed_by: string | null
  clicked_at: Timestamp | null
  clicks: Generated<number>
  complained_at: Timestamp | null
  content: Json | null
  created_at: Timestamp
  delivered_at: Timestamp | null
  due_at: Timestamp
  email_id: Generated<number>
  email_version: number | null
  ended_at: Timestamp | null
  event_at: Timestamp | null
  event_id: number | null
  flow_id: Generated<number>
  from_address: string | null
  held_since: Timestamp | null
  id: Generated<number>
  is_transactional: boolean | null
  lane: Generated<number>
  message_id: string | null
  opened_at: Timestamp | null
  opens: Generated<number>
  person_id: Generated<number>
  properties: Json | null
  provider: Generated<number>
  reason_at: Timestamp
  reason_key: string
  reason_kind: string
  replied_at: Timestamp | null
  reply: string | null
  state: Generated<string>
  step_id: Generated<number>
  subject: string | null
  to_address: string | null
  unsubscribed_at: Timestamp | null
  variant_id: Generated<number>
  why: string | null
}

export interface Sessions {
  account_id: number
  created_at: Timestamp
  expires_at: Timestamp
  id_hash: Buffer
  ip: Generated<string>
  member_id: number
  public_id: string
  seen_at: Timestamp
  user_agent: Generated<string>
}

export interface Snippets {
  account_id: number
  archived_at: Timestamp | null
  content: string
  created_at: Timestamp
  created_by: Generated<number>
  description: Generated<string>
  editor: Json | null
  html: Generated<string>
  id: Generated<number>
  is_ai_generated: Generated<boolean>
  key: string
  name: string
  preview_image: string | null
  snippet_refs: Generated<string[]>
  tags: Generated<string[]>
  type: string
  updated_at: Timestamp
}

export interface SoftBounces {
  account_id: number
  address: string
  count: number
  first_at: Timestamp
  last_at: Timestamp
}

export interface StepNotices {
  account_id: number
  address: string
  hour: Timestamp
  sent: Generated<number>
  spared: Generated<number>
  step_id: number
}

export interface StepSends {
  account_id: number
  person_id: number
  sent_at: Timestamp
  step_id: number
}

export interface StepVariants {
  account_id: number
  assigned_at: Timestamp
  person_id: number
  step_id: number
  variant: string
}

export interface StepVisits {
  account_id: number
  entered_at: Timestamp
  error: string | null
  exit: string | null
  flow_id: number
  left_at: Timestamp
  person_id: number
  run_id: number
  step_id: number
  visit: number
}

export interface SuppressedHashes {
  account_id: number
  address_hash: string
  at: Timestamp
}

export interface Suppressions {
  account_id: number
  address: string
  at: Timestamp
  detail: Generated<string>
  member_id: Generated<number>
  reason: string
  source: Generated<string>
}

export interface Tags {
  account_id: number
  color: Generated<string>
  created_at: Timestamp
  description: Generated<string>
  id: Generated<number>
  merging_into: number | null
  name: string
}

export interface Tries {
  at: Timestamp
  id: Generated<number>
  what: string
}

export interface Workers {
  id: string
  journal: Generated<string>
  machine: string
  pid: number
  seen_at: Timestamp
  started_at: Timestamp
}

export interface DB {
  accounts: Accounts
  admin_acts: AdminActs
  api_keys: ApiKeys
  api_sends: ApiSends
  association_types: AssociationTypes
  associations: Associations
  broadcast_recipients: BroadcastRecipients
  broadcasts: Broadcasts
  call_hosts: CallHosts
  category_choices: CategoryChoices
  changes: Changes
  click_waits: ClickWaits
  communication_categories: CommunicationCategories
  domain_days: DomainDays
  email_links: EmailLinks
  email_versions: EmailVersions
  emails: Emails
  event_hours: EventHours
  event_keys: EventKeys
  event_names: EventNames
  event_props: EventProps
  events: Events
  flow_calls: FlowCalls
  flow_dates: FlowDates
  flow_days: FlowDays
  flow_decorations: FlowDecorations
  flow_edits: FlowEdits
  flow_goals: FlowGoals
  flow_hooks: FlowHooks
  flow_links: FlowLinks
  flow_moves: FlowMoves
  flow_presence: FlowPresence
  flow_quarters: FlowQuarters
  flow_runs: FlowRuns
  flow_schedules: FlowSchedules
  flow_step_counts: FlowStepCounts
  flow_step_hours: FlowStepHours
  flow_steps: FlowSteps
  flow_timings: FlowTimings
  flow_troubles: FlowTroubles
  flow_uniques: FlowUniques
  flow_versions: FlowVersions
  flows: Flows
  folder_items: FolderItems
  folders: Folders
  former_tag_names: FormerTagNames
  hook_deliveries: HookDeliveries
  hook_keys: HookKeys
  image_files: ImageFiles
  image_parts: ImageParts
  images: Images
  import_changes: ImportChanges
  import_files: ImportFiles
  import_keys: ImportKeys
  import_refusals: ImportRefusals
  imports: Imports
  in_app_counts: InAppCounts
  in_app_messages: InAppMessages
  in_app_secrets: InAppSecrets
  lanes: Lanes
  link_deltas: LinkDeltas
  link_quarters: LinkQuarters
  link_utms: LinkUtms
  mail_days: MailDays
  mail_deltas: MailDeltas
  mail_months: MailMonths
  mail_providers: MailProviders
  mail_quarters: MailQuarters
  mail_reports: MailReports
  mail_rules: MailRules
  mail_stops: MailStops
  mail_throttles: MailThrottles
  mail_variants: MailVariants
  mailbox_mails: MailboxMails
  member_devices: MemberDevices
  members: Members
  memberships: Memberships
  migrations: Migrations
  object_fields: ObjectFields
  object_jobs: ObjectJobs
  object_schemas: ObjectSchemas
  objects: Objects
  once_tokens: OnceTokens
  opt_ins: OptIns
  parked_changes: ParkedChanges
  people: People
  people_jobs: PeopleJobs
  person_aliases: PersonAliases
  person_erasures: PersonErasures
  person_fields: PersonFields
  person_former_keys: PersonFormerKeys
  preference_texts: PreferenceTexts
  saved_rows: SavedRows
  segment_build_judged: SegmentBuildJudged
  segment_days: SegmentDays
  segment_members: SegmentMembers
  segment_objects: SegmentObjects
  segment_states: SegmentStates
  segments: Segments
  send_clicks: SendClicks
  sender_addresses: SenderAddresses
  sender_domains: SenderDomains
  sends: Sends
  sessions: Sessions
  snippets: Snippets
  soft_bounces: SoftBounces
  step_notices: StepNotices
  step_sends: StepSends
  step_variants: StepVariants
  step_visits: StepVisits
  suppressed_hashes: SuppressedHashes
  suppressions: Suppressions
  tags: Tags
  tries: Tries
  workers: Workers
}

/** Every table by its name. */
export type Tables = DB
