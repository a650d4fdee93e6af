import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'

/** Bodies are strict: no conversion, and unknown fields are refused. */
const bodies = addFormats.default(new Ajv({ allErrors: false, strict: false }))

/** In a URL everything is text, so numbers have to be converted. */
const queries = addFormats.default(new Ajv({ coerceTypes: true, allErrors: false, strict: false }))

/** What was compiled before is not compiled again: Ajv keeps it by its schema. */
export const compileValidator: FastifySchemaCompiler<object> = ({ schema, httpPart }) =>
  (httpPart === 'body' ? bodies : queries).compile(schema)

type Serializer = ReturnType<FastifySerializerCompiler<object>>

const compile = SerializerSelector()({}, {})
const serializers = new WeakMap<object, Serializer>()

/** Fastify's own, once per schema: all routes share that of a failure. */
export const compileSerializer: FastifySerializerCompiler<object> = (route) => {
  const serializer: Serializer = serializers.get(route.schema) ?? compile({ httpStatus: '200', ...route })
  serializers.set(route.schema, serializer)
  return serializer
}
