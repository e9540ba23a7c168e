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
          className="animate-appear z-50 min-w-52 max-w-72 rounded-xl border border-line bg-raised p-1.5 text-sm shadow-float"
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
}

const ITEM =
  'tap flex items-center gap-3 rounded-lg px-2.5 py-2 outline-none select-none data-highlighted:bg-hover data-disabled:opacity-45'

export function MenuItem({ icon, children, onSelect, isDangerous, isDisabled, hint }: MenuItemProps) {
  return (
    <Primitive.Item
      disabled={isDisabled ?? false}
      onSelect={onSelect}
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
}

interface MenuChoicesProps<Value extends string> {
  label: string
  value: Value
  choices: readonly MenuChoice<Value>[]
  onChange: (value: Value) => void
}

/** One of several, with a tick at the present one. */
export function MenuChoices<Value extends string>(props: MenuChoicesProps<Value>) {
  const { label, value, choices, onChange } = props
  return (
    <>
      <Primitive.Label className="px-2.5 pt-1.5 pb-1 text-xs font-medium text-faint">{label}</Primitive.Label>
      <Primitive.RadioGroup value={value} onValueChange={(next) => onChange(next as Value)}>
        {choices.map((choice) => (
          <Primitive.RadioItem key={choice.value} value={choice.value} className={ITEM}>
            <span className="shrink-0 text-muted" aria-hidden>
              {choice.icon}
            </span>
            <span className="flex-1">{choice.label}</span>
            <Primitive.ItemIndicator>
              <Check size={16} className="text-accent" aria-hidden />
            </Primitive.ItemIndicator>
          </Primitive.RadioItem>
        ))}
      </Primitive.RadioGroup>
    </>
  )
}

export function MenuLine() {
  return <Primitive.Separator className="my-1.5 h-px bg-line" />
}
