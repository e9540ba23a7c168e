import { Check } from 'lucide-react'
import { DropdownMenu as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface MenuProps {
  trigger: ReactNode
  children: ReactNode
  align?: 'start' | 'end'
  side?: 'top' | 'bottom'
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
}

/** A menu that opens from a button, with the keyboard of the platform. */
export function Menu({ trigger, children, align = 'end', side = 'bottom', isOpen, onOpenChange }: MenuProps) {
  return (
    <Primitive.Root
      modal={false}
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
          {children}
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
  return <Primitive.Separator className="my-1.5 h-px bg-line" />
}
