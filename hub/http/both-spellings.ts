import type { z } from 'zod'
import type { Endpoint } from '../../contract/endpoint.ts'
import { otherSpelling } from '../../contract/flavors.ts'
import { type RouteEntry, route } from './route.ts'

/** As `route()`, also under the path that calls the agent by its other name (ruling 1). */
export function routeInBothSpellings<
  Path extends string,
  Query extends z.ZodType | undefined,
  Body extends z.ZodType | undefined,
  Response extends z.ZodType,
>(
  endpoint: Endpoint<Path, Query, Body, Response>,
  handler: Parameters<typeof route<Path, Query, Body, Response>>[1],
): RouteEntry[] {
  // Only a fixed word of the path differs, so its parameters are the same.
  const alias = { ...endpoint, path: otherSpelling(endpoint.path) as Path }
  return [route(endpoint, handler), route(alias, handler)]
}
