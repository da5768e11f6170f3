import type { LucideIcon } from 'lucide-react';
import { DropdownMenu as MenuPrimitive } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '@/lib/class-names.ts';

type MenuProps = ComponentProps<typeof MenuPrimitive.Content> & {
  /** The button that opens it. */
  trigger: ReactNode;
  /** Whether the rest of the page cannot be used while it is open. */
  modal?: boolean;
};

/** A menu of MenuItems below a button. */
export function Menu({ trigger, modal = false, className, ...props }: MenuProps) {
  return (
    <MenuPrimitive.Root modal={modal}>
      <MenuPrimitive.Trigger asChild>{trigger}</MenuPrimitive.Trigger>
      <MenuPrimitive.Portal>
        <MenuPrimitive.Content
          data-slot="dropdown-menu-content"
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className={cn(
            'z-50 min-w-40 rounded-lg border bg-popover p-1 text-popover-foreground shadow-float data-[state=open]:animate-appear',
            className,
          )}
          {...props}
        />
      </MenuPrimitive.Portal>
    </MenuPrimitive.Root>
  );
}

type MenuItemProps = ComponentProps<typeof MenuPrimitive.Item> & { icon?: LucideIcon };

export function MenuItem({ icon: Icon, className, children, ...props }: MenuItemProps) {
  return (
    <MenuPrimitive.Item
      data-slot="dropdown-menu-item"
      className={cn(
        "relative flex cursor-default items-center gap-2.5 rounded-md px-2.5 py-2 text-sm outline-none select-none data-[disabled]:opacity-55 data-[highlighted]:bg-accent [&_svg:not([class*='size-'])]:size-4 [&_svg]:shrink-0",
        className,
      )}
      {...props}
    >
      {Icon ? <Icon aria-hidden="true" /> : null}
      {children}
    </MenuPrimitive.Item>
  );
}
