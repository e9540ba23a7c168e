import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** The OpenAPI 3.1 document of everything the hub serves, itself included. */
export const getOpenApi = endpoint('GET', '/api/openapi.json', {
  response: z.looseObject({ openapi: z.string() }),
})
