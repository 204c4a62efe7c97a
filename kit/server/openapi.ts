import { z } from 'zod'
import { type CallDef, type Contract, ErrorReply, type Schema } from '../contract/index.ts'

type Json = Record<string, unknown>

const schemaOf = (schema: Schema, io: 'input' | 'output'): Json => {
  const { $schema, ...rest } = z.toJSONSchema(schema as z.ZodType, { io, unrepresentable: 'any' }) as Json
  return rest
}

const isOptional = (schema: Schema) => (schema as z.ZodType).safeParse(undefined).success

const parametersOf = (where: 'path' | 'query', schema?: Schema) =>
  Object.entries((schema as z.ZodObject | undefined)?.shape ?? {}).map(([name, type]) => ({
    name,
    in: where,
    required: where === 'path' || !isOptional(type as Schema),
    schema: schemaOf(type as Schema, 'input'),
  }))

const contentType = (definition: CallDef) =>
  definition.bodyType === 'form' ? 'application/x-www-form-urlencoded' : 'application/json'

const success = (definition: CallDef) => {
  if (definition.stream)
    return { description: 'A stream of lines', content: { 'text/plain': { schema: { type: 'string' } } } }
  if (!definition.returns) return { description: 'Done' }
  return { description: 'Done', content: { 'application/json': { schema: schemaOf(definition.returns, 'output') } } }
}

const securityOf = ({ auth = 'member', scopes = [] }: CallDef) => {
  if (auth === 'public') return []
  if (auth === 'write-key') return [{ writeKey: [] }, { token: [] }]
  const session = { session: [...scopes] }
  return auth === 'member' || auth === 'member-or-share' ? [session, { token: [...scopes] }] : [session]
}

const operation = (name: string, definition: CallDef) => ({
  operationId: name,
  summary: definition.summary,
  tags: [definition.path.split('/')[2] ?? 'root'],
  parameters: [...parametersOf('path', definition.params), ...parametersOf('query', definition.query)],
  ...(definition.body && {
    requestBody: {
      required: !isOptional(definition.body),
      content: { [contentType(definition)]: { schema: schemaOf(definition.body, 'input') } },
    },
  }),
  responses: { [definition.status ?? 200]: success(definition), default: { $ref: '#/components/responses/Error' } },
  security: securityOf(definition),
  'x-default-error': definition.fail,
  ...(definition.addition && { 'x-addition': true }),
})

/** The OpenAPI 3.1 document of a contract. */
export const openApiOf = (calls: Contract, version: string) => {
  const paths: Record<string, Json> = {}
  for (const [name, definition] of Object.entries(calls)) {
    const path = paths[definition.path] ?? {}
    path[definition.method.toLowerCase()] = operation(name, definition)
    paths[definition.path] = path
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Millrace API', version, description: 'Marketing automation for software businesses.' },
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'session' },
        token: { type: 'apiKey', in: 'header', name: 'X-Millrace-Token' },
        writeKey: { type: 'apiKey', in: 'header', name: 'X-Millrace-Token' },
      },
      responses: {
        Error: { description: 'Refused', content: { 'application/json': { schema: schemaOf(ErrorReply, 'output') } } },
      },
    },
  }
}
