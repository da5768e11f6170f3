import { Check, ChevronDown } from 'lucide-react';
import { Select as SelectPrimitive } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { fieldSurface } from '@/components/input.tsx';
import { cn } from '@/lib/class-names.ts';

type SelectProps = Omit<ComponentProps<typeof SelectPrimitive.Trigger>, 'value'> & {
  /** The value of one of the options; not empty. */
  value: string;
  options: readonly { value: string; label: ReactNode; isDisabled?: boolean }[];
  onChoose: (value: string) => void;
};

/** Selects one option from a list. All other props go to the button that opens the list. */
export function Select({ value, options, onChoose, className, ...trigger }: SelectProps) {
  return (
    <SelectPrimitive.Root value={value} onValueChange={onChoose}>
      <SelectPrimitive.Trigger
        data-slot="select-trigger"
        className={cn(
          fieldSurface,
          'flex h-10 items-center justify-between gap-2 px-3 text-left data-[placeholder]:text-muted-foreground [&>span]:truncate',
          className,
        )}
        {...trigger}
      >
        <SelectPrimitive.Value />
        <SelectPrimitive.Icon asChild>
          <ChevronDown className="size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
        </SelectPrimitive.Icon>
      </SelectPrimitive.Trigger>
      <SelectPrimitive.Portal>
        <SelectPrimitive.Content
          data-slot="select-content"
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-(--radix-select-content-available-height) max-w-[calc(100vw-1rem)] min-w-(--radix-select-trigger-width) overflow-hidden rounded-lg border bg-popover text-popover-foreground shadow-float data-[state=open]:animate-appear"
        >
          <SelectPrimitive.Viewport className="p-1">
            {options.map((option) => (
              <SelectPrimitive.Item
                key={option.value}
                value={option.value}
                disabled={option.isDisabled === true}
                data-slot="select-item"
                className="relative flex w-full cursor-default items-center rounded-md py-2 pr-8 pl-3 text-sm wrap-anywhere outline-none select-none data-[disabled]:opacity-55 data-[highlighted]:bg-accent"
              >
                <SelectPrimitive.ItemText>{option.label}</SelectPrimitive.ItemText>
                <SelectPrimitive.ItemIndicator className="absolute right-2.5">
                  <Check className="size-4 text-primary" aria-hidden="true" />
                </SelectPrimitive.ItemIndicator>
              </SelectPrimitive.Item>
            ))}
          </SelectPrimitive.Viewport>
        </SelectPrimitive.Content>
      </SelectPrimitive.Portal>
    </SelectPrimitive.Root>
  );
}
