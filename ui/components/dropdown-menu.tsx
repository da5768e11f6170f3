import { DropdownMenu as MenuPrimitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { styled } from '@/components/styled.tsx';
import { cn } from '@/lib/class-names.ts';

const itemClass =
  "relative flex cursor-default items-center gap-2.5 rounded-md px-2.5 py-2 text-sm outline-none select-none data-[disabled]:opacity-55 data-[highlighted]:bg-accent [&_svg:not([class*='size-'])]:size-4 [&_svg]:shrink-0";

export const DropdownMenu = MenuPrimitive.Root;

export const DropdownMenuTrigger = MenuPrimitive.Trigger;

export function DropdownMenuContent({
  className,
  sideOffset = 4,
  ...props
}: ComponentProps<typeof MenuPrimitive.Content>) {
  return (
    <MenuPrimitive.Portal>
      <MenuPrimitive.Content
        data-slot="dropdown-menu-content"
        sideOffset={sideOffset}
        className={cn(
          'z-50 min-w-40 rounded-lg border bg-popover p-1 text-popover-foreground shadow-float data-[state=open]:animate-appear',
          className,
        )}
        {...props}
      />
    </MenuPrimitive.Portal>
  );
}

export const DropdownMenuItem = styled(MenuPrimitive.Item, 'dropdown-menu-item', itemClass);
