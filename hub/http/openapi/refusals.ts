import type { Endpoint } from '../../../contract/endpoint.ts'

/** What an endpoint of the contract says of itself, also where it is described by hand. */
type Taken = Pick<Endpoint, 'path' | 'access'> & { hasQuery: boolean; hasBody: boolean }

interface Refusal {
  name: string
  description: string
  isPossible(taken: Taken): boolean
}

const isOfOne = ({ path }: Taken) => /^\/api\/(sessions|machines)\/:id/.test(path)

/** The refusals that follow from what a route takes (spec: Errors); those of its own are not told apart. */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  400: {
    name: 'Invalid',
    description: 'Not what the route takes',
    isPossible: ({ hasBody, hasQuery }) => hasBody || hasQuery,
  },
  401: {
    name: 'Unauthorized',
    description: 'Without a credential, or with one that is not valid any more',
    // What is public and takes a body takes a credential in it.
    isPossible: ({ access, hasBody }) => access !== 'public' || hasBody,
  },
  403: {
    name: 'Forbidden',
    description: 'Another namespace’s',
    isPossible: (taken) => taken.access === 'owner' || isOfOne(taken),
  },
  404: { name: 'NotFound', description: 'Not there, or not any more', isPossible: isOfOne },
  413: { name: 'TooLarge', description: 'Larger than the route takes', isPossible: ({ hasBody }) => hasBody },
}

/** The refusals of a route by status, as references. */
export function refusalsOf(taken: Taken): Record<string, { $ref: string }> {
  const possible = Object.entries(REFUSALS).filter(([, { isPossible }]) => isPossible(taken))
  return Object.fromEntries(
    possible.map(([status, { name }]) => [status, { $ref: `#/components/responses/${name}` }]),
  )
}

/** What `refusalsOf` refers to, each with the body of an error as its content. */
export function refusalResponses(content: object): Record<string, object> {
  return Object.fromEntries(
    Object.values(REFUSALS).map(({ name, description }) => [name, { description, content }]),
  )
}
