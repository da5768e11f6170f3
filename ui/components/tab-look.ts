/** How a choice of a row looks, chosen or not: a tab, or a button with aria-pressed where what it chooses is no panel of its own. */
export const TAB_LOOK =
  'inline-flex min-h-9 items-center gap-1.5 rounded-md border px-2.5 text-[0.8125rem] font-medium text-muted-foreground transition-colors duration-150 hover:bg-accent aria-pressed:border-primary/40 aria-pressed:bg-primary/8 aria-pressed:text-foreground data-[state=active]:border-primary/40 data-[state=active]:bg-primary/8 data-[state=active]:text-foreground max-sm:min-h-11 pointer-coarse:min-h-11';
