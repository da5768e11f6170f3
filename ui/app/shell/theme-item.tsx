import { Monitor, Moon, Sun } from 'lucide-react';
import { useItemClasses } from '@/app/shell/sidebar-item.ts';
import { cn } from '@/lib/class-names.ts';
import { THEMES, useTheme } from '@/lib/theme.tsx';

const THEME_OPTIONS = {
  light: { label: 'Light', icon: Sun },
  dark: { label: 'Dark', icon: Moon },
  system: { label: 'System', icon: Monitor },
} as const;

/** The theme switch (§2): light, dark and system; a single cycling button while the sidebar is collapsed. */
export function ThemeItem() {
  const { wide } = useItemClasses();
  return wide ? <ThemeChoice /> : <ThemeButton />;
}

function ThemeChoice() {
  const { theme, setTheme } = useTheme();
  return (
    <fieldset className="mb-1 grid grid-cols-3 gap-0.5 rounded-md bg-sidebar-accent p-0.5">
      <legend className="sr-only">Theme</legend>
      {THEMES.map((choice) => {
        const { icon: Icon, label } = THEME_OPTIONS[choice];
        return (
          <label
            key={choice}
            title={label}
            className={cn(
              'flex h-7.5 cursor-pointer max-md:h-10 items-center justify-center rounded-[6px] transition-colors duration-150 hover:text-foreground has-focus-visible:outline-2 has-focus-visible:outline-ring',
              theme === choice && 'bg-card text-foreground shadow-raised dark:bg-input',
            )}
          >
            <input
              type="radio"
              name="theme"
              value={choice}
              checked={theme === choice}
              onChange={() => setTheme(choice)}
              className="sr-only"
            />
            <Icon className="size-4" aria-hidden="true" />
            <span className="sr-only">{label}</span>
          </label>
        );
      })}
    </fieldset>
  );
}

function ThemeButton() {
  const { theme, setTheme } = useTheme();
  const classes = useItemClasses();
  const { icon: Icon, label } = THEME_OPTIONS[theme];
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
  return (
    <button type="button" data-hint={`Theme: ${label}`} className={classes.item} onClick={() => setTheme(next)}>
      <Icon aria-hidden="true" />
      <span className="sr-only">
        Theme: {label}. Change to {THEME_OPTIONS[next].label}
      </span>
    </button>
  );
}
