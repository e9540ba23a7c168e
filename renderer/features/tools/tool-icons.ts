import {
  Bot,
  CircleHelp,
  FilePen,
  FilePlus,
  FileText,
  Globe,
  ListTodo,
  type LucideIcon,
  Map as MapIcon,
  Search,
  Terminal,
  Wrench,
} from 'lucide-react'
import type { ToolKind } from './tool-kinds.ts'

export const TOOL_ICONS: Readonly<Record<ToolKind, LucideIcon>> = {
  command: Terminal,
  read: FileText,
  edit: FilePen,
  write: FilePlus,
  search: Search,
  web: Globe,
  agent: Bot,
  todo: ListTodo,
  question: CircleHelp,
  plan: MapIcon,
  other: Wrench,
}
