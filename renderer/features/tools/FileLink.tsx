import { Link } from '@tanstack/react-router'
import { showControls } from '../../decode/show-controls.ts'
import { classNames } from '../../ui/class-names.ts'
import { useShownSession } from '../chat/session-context.ts'
import { isWindowsPath, shorten } from './describe-tool.ts'

/** A path; where the session's files hold it, the way to it. */
export function FileLink({ path, className }: { path: string; className?: string }) {
  const { session } = useShownSession()
  const folder = session.metadata?.path
  const shown = shorten(path, folder)
  const look = classNames('font-mono text-[0.8125rem] [overflow-wrap:anywhere]', className)
  if (!session.active || !isInside(shown)) return <span className={look}>{showControls(shown)}</span>
  return (
    <Link
      to="/sessions/$sessionId/files"
      params={{ sessionId: session.id }}
      search={{ file: fileOf(shown, folder) }}
      className={classNames(look, 'text-accent underline')}
    >
      {showControls(shown)}
    </Link>
  )
}

/** As the files of the session name it. */
function fileOf(path: string, folder: string | undefined): string {
  const file = folder && isWindowsPath(folder) ? path.replaceAll('\\', '/') : path
  return file.replace(/^\.\//, '')
}

/** Relative, without a way out of the folder. */
const isInside = (path: string) =>
  !/^([/\\~]|[A-Za-z]:)/.test(path) && !path.split(/[/\\]/).includes('..') && !path.endsWith('/')
