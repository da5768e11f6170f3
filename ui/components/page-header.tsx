import type { ReactNode } from 'react';

type PageHeaderProps = {
  title: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
  /** False if another heading takes the focus after a navigation. */
  isTarget?: boolean;
};

/** The top of a screen: its only level-1 heading (focused after a navigation), a subtitle, and its actions. */
export function PageHeader({ title, subtitle, actions, isTarget = true }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-4">
      <div className="flex min-w-0 flex-[1_1_20rem] flex-col gap-1">
        <h1
          data-page-heading={isTarget || undefined}
          tabIndex={-1}
          className="text-2xl leading-tight font-semibold tracking-[-0.022em] sm:text-[1.75rem]"
        >
          {title}
        </h1>
        {subtitle ? <p className="max-w-prose text-muted-foreground text-pretty">{subtitle}</p> : null}
      </div>
      {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
    </header>
  );
}
