import { Monitor, Moon, Sun } from 'lucide-react';
import { SidebarTooltip, useItemClasses } from '@/app/shell/sidebar-item.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from '@/components/dropdown-menu.tsx';
import { THEMES, type Theme, useTheme } from '@/lib/theme.tsx';

const THEME_LOOKS = {
  light: { label: 'Light', icon: Sun },
  dark: { label: 'Dark', icon: Moon },
  system: { label: 'System', icon: Monitor },
} as const;

/** The theme switch: light, dark or system (§2). */
export function ThemeItem() {
  const { theme, setTheme } = useTheme();
  const classes = useItemClasses();
  const { icon: Icon, label } = THEME_LOOKS[theme];
  return (
    <DropdownMenu>
      <SidebarTooltip label="Theme">
        <DropdownMenuTrigger className={classes.item}>
          <Icon aria-hidden="true" />
          <span className={classes.label}>Theme: {label}</span>
        </DropdownMenuTrigger>
      </SidebarTooltip>
      <DropdownMenuContent side="top" align="start">
        <DropdownMenuRadioGroup value={theme} onValueChange={(value) => setTheme(value as Theme)}>
          {THEMES.map((choice) => {
            const { icon: ChoiceIcon, label } = THEME_LOOKS[choice];
            return (
              <DropdownMenuRadioItem key={choice} value={choice}>
                <ChoiceIcon aria-hidden="true" className="text-muted-foreground" />
                {label}
              </DropdownMenuRadioItem>
            );
          })}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
