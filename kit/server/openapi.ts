import { z } from 'zod'
import { type CallDef, type Contract, ErrorReply, type Schema } from '../contract/index.ts'

type Json = Record<string, unknown>

/** Schemas that others point at, by their text; OpenAPI keeps them in one place. */
type Shared = Map<string, { name: string; json: Json }>

const keep = (shared: Shared, text: string): { name: string; json: Json } => {
  const kept = shared.get(text) ?? { name: `Shape${shared.size + 1}`, json: {} }
  shared.set(text, kept)
  return kept
}

/** The JSON Schema of a schema. What it defines inside moves to the shared ones, and what points there follows. */
const schemaOf = (schema: Schema, io: 'input' | 'output', shared: Shared): Json => {
  const { $schema, ...whole } = z.toJSONSchema(schema as z.ZodType, { io, unrepresentable: 'any' }) as Json
  const text = JSON.stringify(whole)
  const { $defs = {}, ...rest } = whole as { $defs?: Record<string, Json> }
  const places = new Map(Object.keys($defs).map((key) => [`#/$defs/${key}`, keep(shared, `${key} ${text}`)]))
  if (text.includes('"$ref":"#"')) places.set('#', keep(shared, text))
  const moved = (json: Json): Json =>
    JSON.parse(JSON.stringify(json), (key, value) => {
      const place = key === '$ref' && places.get(value)
      return place ? `#/components/schemas/${place.name}` : value
    })
  for (const [key, json] of Object.entries($defs)) places.get(`#/$defs/${key}`)!.json = moved(json)
  const self = places.get('#')
  if (!self) return moved(rest)
  self.json = moved(rest)
  return { $ref: `#/components/schemas/${self.name}` }
}

const isOptional = (schema: Schema) => (schema as z.ZodType).safeParse(undefined).success

const parametersOf = (shared: Shared, where: 'path' | 'query', schema?: Schema) =>
  Object.entries((schema as z.ZodObject | undefined)?.shape ?? {}).map(([name, type]) => ({
    name,
    in: where,
    required: where === 'path' || !isOptional(type as Schema),
    schema: schemaOf(type as Schema, 'input', shared),
  }))

const contentType = (definition: CallDef) =>
  definition.bodyType === 'form' ? 'application/x-www-form-urlencoded' : 'application/json'

const success = (shared: Shared, definition: CallDef) => {
  if (definition.stream)
    return { description: 'A stream of lines', content: { 'text/plain': { schema: { type: 'string' } } } }
  if (!definition.returns) return { description: 'Done' }
  return {
    description: 'Done',
    content: { 'application/json': { schema: schemaOf(definition.returns, 'output', shared) } },
  }
}

const securityOf = ({ auth = 'member', scopes = [] }: CallDef) => {
  if (auth === 'public') return []
  if (auth === 'write-key') return [{ writeKey: [] }, { token: [] }]
  const session = { session: [...scopes] }
  return auth === 'member' || auth === 'member-or-share' ? [session, { token: [...scopes] }] : [session]
}

const operation = (shared: Shared, name: string, definition: CallDef) => ({
  operationId: name,
  summary: definition.summary,
  tags: [definition.path.split('/')[2] ?? 'root'],
  parameters: [...parametersOf(shared, 'path', definition.params), ...parametersOf(shared, 'query', definition.query)],
  ...(definition.body && {
    requestBody: {
      required: !isOptional(definition.body),
      content: { [contentType(definition)]: { schema: schemaOf(definition.body, 'input', shared) } },
    },
  }),
  responses: {
    [definition.status ?? 200]: success(shared, definition),
    default: { $ref: '#/components/responses/Error' },
  },
  security: securityOf(definition),
  'x-default-error': definition.fail,
  ...(definition.addition && { 'x-addition': true }),
})

/** The OpenAPI 3.1 document of a contract. */
export const openApiOf = (calls: Contract, version: string) => {
  const paths: Record<string, Json> = {}
  const shared: Shared = new Map()
  for (const [name, definition] of Object.entries(calls)) {
    const path = paths[definition.path] ?? {}
    path[definition.method.toLowerCase()] = operation(shared, name, definition)
    paths[definition.path] = path
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Millrace API', version, description: 'Marketing automation for software businesses.' },
    paths,
    components: {
      schemas: Object.fromEntries([...shared.values()].map(({ name, json }) => [name, json])),
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'session' },
        token: { type: 'apiKey', in: 'header', name: 'X-Millrace-Token' },
        writeKey: { type: 'apiKey', in: 'header', name: 'X-Millrace-Token' },
      },
      responses: {
        Error: {
          description: 'Refused',
          content: { 'application/json': { schema: schemaOf(ErrorReply, 'output', shared) } },
        },
      },
    },
  }
}
