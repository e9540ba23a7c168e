import type { z } from 'zod'
import type { PathParams } from '../../contract/endpoint.ts'

type ParamsOption<Path extends string> = keyof PathParams<Path> extends never
  ? { params?: undefined }
  : { params: PathParams<Path> }
type QueryOption<Query> = Query extends z.ZodType ? { query?: z.input<Query> } : { query?: undefined }
type BodyOption<Body> = Body extends z.ZodType ? { body?: z.input<Body> } : { body?: undefined }

/** What one call of an endpoint takes: path parameters, query and body as its schemas accept them. */
export type CallOptions<Path extends string, Query, Body> = ParamsOption<Path> &
  QueryOption<Query> &
  BodyOption<Body> & { signal?: AbortSignal }

/** The arguments of a call: the options may be left out where the path has no parameters. */
export type CallArguments<Path extends string, Query, Body> = keyof PathParams<Path> extends never
  ? [options?: CallOptions<Path, Query, Body>]
  : [options: CallOptions<Path, Query, Body>]
