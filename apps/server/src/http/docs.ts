import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'

/** The style sheet that the page's script adds when it draws the first operations. */
const OWN_STYLE = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='"

/** Must be registered before the routes that it describes. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Trefoil',
        version: '1',
        description: 'Failures answer `{ success: false, code, error, message }`; the request id is in `x-request-id`.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    // More than about 120 operations at once, and Swagger UI stops half-way without a word.
    uiConfig: { docExpansion: 'none' },
    staticCSP: true,
    transformStaticCSP: (policy) => policy.replace('style-src', `style-src ${OWN_STYLE}`),
  })
}
