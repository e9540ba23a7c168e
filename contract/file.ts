import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { QueryBoolean, QueryInteger, RpcFailure } from './wire.ts'

export const FILE_SEARCH_LIMIT_DEFAULT = 200
export const FILE_SEARCH_LIMIT_MAX = 500
/** How long a query of the file search may be, and a path a client names. */
export const FILE_SEARCH_QUERY_MAX_LENGTH = 1024
export const FILE_PATH_MAX_LENGTH = 4096

/** What the hub asks a session's CLI for beside `readFile` (CLI-plane reference 7.3). */
export const FILE_RPC = {
  gitStatus: 'git-status',
  gitDiffNumstat: 'git-diff-numstat',
  gitDiffFile: 'git-diff-file',
  listDirectory: 'listDirectory',
  statFiles: 'statFiles',
  ripgrep: 'ripgrep',
  readGeneratedImage: 'readGeneratedImage',
} as const

/** What a git command printed, as it is; a failed one may carry its output beside `error`. */
export const GitResponse = z.object({
  success: z.boolean(),
  stdout: z.string().optional(),
  stderr: z.string().optional(),
  exitCode: z.number().optional(),
  error: z.string().optional(),
})
export type GitResponse = z.infer<typeof GitResponse>

export const FileResponse = z.union([
  z.object({
    success: z.literal(true),
    /** base64 */
    content: z.string(),
    size: z.number().optional(),
    modified: z.number().optional(),
  }),
  RpcFailure,
])
export type FileResponse = z.infer<typeof FileResponse>

/** A file the search found; all three paths are relative to the session's working directory, with `/`. */
export const FoundFile = z.object({
  fileName: z.string(),
  /** The folder it lies in; empty for the working directory itself. */
  filePath: z.string(),
  /** What `GET .../file?path=` takes. */
  fullPath: z.string(),
  fileType: z.literal('file'),
  size: z.number().optional(),
  modified: z.number().optional(),
})
export type FoundFile = z.infer<typeof FoundFile>

export const FilesResponse = z.union([
  z.object({ success: z.literal(true), files: z.array(FoundFile) }),
  RpcFailure,
])
export type FilesResponse = z.infer<typeof FilesResponse>

/** One entry of a directory inside a session (spec: Other shapes). */
export const SessionDirectoryEntry = z.object({
  name: z.string(),
  type: z.enum(['file', 'directory', 'other']),
  size: z.number().optional(),
  modified: z.number().optional(),
})
export type SessionDirectoryEntry = z.infer<typeof SessionDirectoryEntry>

export const SessionDirectoryResponse = z.union([
  z.object({ success: z.literal(true), entries: z.array(SessionDirectoryEntry) }),
  RpcFailure,
])
export type SessionDirectoryResponse = z.infer<typeof SessionDirectoryResponse>

const path = z.string().min(1).max(FILE_PATH_MAX_LENGTH)
const invalidPath = { path: 'Invalid file path' }

/** Raw `git status --porcelain=v2` of the session's working directory (spec: Git and files). */
export const getGitStatus = endpoint('GET', '/api/sessions/:id/git-status', { response: GitResponse })

/** Raw `git diff --numstat`, of the index with `staged=true`. */
export const getGitDiffNumstat = endpoint('GET', '/api/sessions/:id/git-diff-numstat', {
  query: z.object({ staged: QueryBoolean.optional() }),
  response: GitResponse,
})

/** Raw unified diff of one file. */
export const getGitDiffFile = endpoint('GET', '/api/sessions/:id/git-diff-file', {
  query: z.object({ path, staged: QueryBoolean.optional() }),
  invalidQuery: invalidPath,
  response: GitResponse,
})

/** One file of the session's working directory, read by its CLI. */
export const readSessionFile = endpoint('GET', '/api/sessions/:id/file', {
  query: z.object({ path }),
  invalidQuery: invalidPath,
  response: FileResponse,
})

/** Files whose path contains `query`, or matches it where it holds `*` or `?`; without one, any files. */
export const searchSessionFiles = endpoint('GET', '/api/sessions/:id/files', {
  query: z.object({
    query: z.string().max(FILE_SEARCH_QUERY_MAX_LENGTH).default(''),
    limit: QueryInteger.pipe(z.int().min(1).max(FILE_SEARCH_LIMIT_MAX)).default(FILE_SEARCH_LIMIT_DEFAULT),
  }),
  response: FilesResponse,
})

/** What lies in a directory of the session; without `path`, in its working directory. */
export const listSessionDirectory = endpoint('GET', '/api/sessions/:id/directory', {
  query: z.object({ path: z.string().max(FILE_PATH_MAX_LENGTH).default('') }),
  response: SessionDirectoryResponse,
})

/**
 * A picture, sound or film an agent made, as raw bytes with a quoted `ETag` and for caching for good; 304
 * when `If-None-Match` names it (spec: Generated images). The schema is that of the 404.
 */
export const getGeneratedImage = endpoint('GET', '/api/sessions/:id/generated-images/:imageId', {
  response: RpcFailure,
})
