import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'

/** Bodies are strict: no conversion, and unknown fields are refused. */
const bodies = addFormats.default(new Ajv({ allErrors: false, strict: false }))

/** In a URL everything is text, so numbers have to be converted. */
const queries = addFormats.default(new Ajv({ coerceTypes: true, allErrors: false, strict: false }))

/**
 * Compiled when the first request needs it: compiling all of them takes half a second, for which a start would have to
 * wait. Ajv keeps each validator by its schema, so that none is compiled twice.
 */
export const compileValidator: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  const validate = once(() => (httpPart === 'body' ? bodies : queries).compile(schema))
  return (data) => validate()(data) || { error: validate().errors ?? [] }
}

type Serializer = ReturnType<FastifySerializerCompiler<object>>

const compile = SerializerSelector()({}, {})
const serializers = new WeakMap<object, Serializer>()

/** Fastify's own, once per schema: all routes share that of a failure. */
export const compileSerializer: FastifySerializerCompiler<object> = (route) => {
  const known = serializers.get(route.schema)
  if (known) return known
  const serialize = once(() => compile({ httpStatus: '200', ...route }))
  const serializer: Serializer = (data) => serialize()(data)
  serializers.set(route.schema, serializer)
  return serializer
}

function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => (made ??= make())
}
