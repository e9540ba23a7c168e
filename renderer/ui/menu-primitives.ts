/** What menus are made of: heavy, and not needed before the first one opens. */
export { DropdownMenu } from 'radix-ui'
