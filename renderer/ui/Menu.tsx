import { Check } from 'lucide-react'
import type { DropdownMenu } from 'radix-ui'
import {
  cloneElement,
  createContext,
  type ReactElement,
  type ReactNode,
  use,
  useEffect,
  useState,
} from 'react'
import { classNames } from './class-names.ts'

type Primitives = typeof DropdownMenu

let loadedPrimitives: Primitives | undefined

/** Loads what menus are made of; the window does so ahead of time. */
export async function loadMenus(): Promise<Primitives> {
  loadedPrimitives ??= (await import('./menu-primitives.ts')).DropdownMenu
  return loadedPrimitives
}

const PrimitivesContext = createContext<Primitives | undefined>(undefined)

/** The parts of the menu around. Throws outside of one. */
function usePrimitives(): Primitives {
  const primitives = use(PrimitivesContext)
  if (!primitives) throw new Error('Only within a menu')
  return primitives
}

/** What the menu's button is given while it could not be opened yet. */
interface TriggerProps {
  'aria-haspopup'?: 'menu'
  'aria-expanded'?: boolean
  onClick?: () => void
}

interface MenuProps {
  /** A button that passes on what it is given. */
  trigger: ReactElement<TriggerProps>
  children: ReactNode
  align?: 'start' | 'end'
  side?: 'top' | 'bottom'
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
}

/** A menu that opens from a button, with the keyboard of the platform. Its parts load when it is first needed. */
export function Menu(props: MenuProps) {
  const { trigger, isOpen = false, onOpenChange } = props
  const [Primitive, setPrimitive] = useState(() => loadedPrimitives)
  const [wasPressed, setPressed] = useState(false)
  useEffect(() => {
    if (isOpen) void loadMenus().then((found) => setPrimitive(() => found))
  }, [isOpen])
  if (Primitive) return <LoadedMenu {...props} Primitive={Primitive} opensAtOnce={wasPressed} />
  const open = async () => {
    const found = await loadMenus()
    setPrimitive(() => found)
    setPressed(true)
    onOpenChange?.(true)
  }
  return cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: () => void open(),
  })
}

interface LoadedMenuProps extends MenuProps {
  Primitive: Primitives
  /** It was opened before it could. */
  opensAtOnce: boolean
}

function LoadedMenu(props: LoadedMenuProps) {
  const { Primitive, opensAtOnce, trigger, children, isOpen, onOpenChange } = props
  const { align = 'end', side = 'bottom' } = props
  return (
    <Primitive.Root
      modal={false}
      defaultOpen={opensAtOnce}
      {...(isOpen !== undefined && { open: isOpen })}
      {...(onOpenChange && { onOpenChange })}
    >
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="animate-appear thin-scroll z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-52 max-w-72 overflow-y-auto rounded-xl border border-line bg-raised p-1.5 text-sm shadow-float"
        >
          <PrimitivesContext value={Primitive}>{children}</PrimitivesContext>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

interface MenuItemProps {
  icon?: ReactNode
  children: ReactNode
  onSelect: () => void
  isDangerous?: boolean
  isDisabled?: boolean
  /** Second line in small print. */
  hint?: string
  /** The menu stays open: what happens shows in it. */
  keepsOpen?: boolean
}

const ITEM =
  'tap flex items-center gap-3 rounded-lg px-2.5 py-2 outline-none select-none data-highlighted:bg-hover data-disabled:opacity-45'

export function MenuItem(props: MenuItemProps) {
  const { icon, children, onSelect, isDangerous, isDisabled, hint, keepsOpen } = props
  const Primitive = usePrimitives()
  return (
    <Primitive.Item
      disabled={isDisabled ?? false}
      onSelect={(event) => {
        if (keepsOpen) event.preventDefault()
        onSelect()
      }}
      className={classNames(ITEM, isDangerous && 'text-danger data-highlighted:bg-danger-soft')}
    >
      <span className={classNames('shrink-0', !isDangerous && 'text-muted')} aria-hidden>
        {icon}
      </span>
      <span className="min-w-0 flex-1">
        {children}
        {hint !== undefined && <span className="block text-xs text-faint">{hint}</span>}
      </span>
    </Primitive.Item>
  )
}

export interface MenuChoice<Value extends string> {
  value: Value
  label: string
  icon?: ReactNode
  /** Second line in small print. */
  hint?: string
}

interface MenuChoicesProps<Value extends string> {
  label: string
  value: Value
  choices: readonly MenuChoice<Value>[]
  onChange: (value: Value) => void
  isDisabled?: boolean
}

/** One of several, with a tick at the present one. */
export function MenuChoices<Value extends string>(props: MenuChoicesProps<Value>) {
  const { label, value, choices, onChange, isDisabled = false } = props
  const Primitive = usePrimitives()
  return (
    <>
      <Primitive.Label className="px-2.5 pt-1.5 pb-1 text-xs font-medium text-faint">{label}</Primitive.Label>
      <Primitive.RadioGroup value={value} onValueChange={(next) => onChange(next as Value)}>
        {choices.map((choice) => (
          <Primitive.RadioItem key={choice.value} value={choice.value} disabled={isDisabled} className={ITEM}>
            {choice.icon !== undefined && (
              <span className="shrink-0 text-muted" aria-hidden>
                {choice.icon}
              </span>
            )}
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              {choice.label}
              {choice.hint !== undefined && <span className="block text-xs text-faint">{choice.hint}</span>}
            </span>
            <Primitive.ItemIndicator>
              <Check size={16} className="text-accent" aria-hidden />
            </Primitive.ItemIndicator>
          </Primitive.RadioItem>
        ))}
      </Primitive.RadioGroup>
    </>
  )
}

/** A sentence in a menu: why it is as it is. */
export function MenuText({ children }: { children: ReactNode }) {
  return <p className="max-w-64 px-2.5 py-1.5 text-sm text-muted">{children}</p>
}

export function MenuLine() {
  const Primitive = usePrimitives()
  return <Primitive.Separator className="my-1.5 h-px bg-line" />
}
