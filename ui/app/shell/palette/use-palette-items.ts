import { useQuery } from '@tanstack/react-query';
import { FileText, type LucideIcon, PenLine, Plus, Settings, UserPlus, Users } from 'lucide-react';
import { NAVIGATION } from '@/app/shell/navigation-list.tsx';
import { paletteMessages as words } from '@/app/shell/palette/palette-messages.ts';
import { findPostsQuery } from '@/domain/posts/find-posts.ts';
import { publishingAccountsQuery } from '@/domain/publishing/accounts.ts';
import { pathOfSection, SETTINGS_SECTIONS } from '@/features/settings/sections.ts';
import { paths } from '@/lib/paths.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { platformLabel } from '../../../../shared/posts/platforms.ts';

export type PaletteItem = { id: string; group: string; label: string; note?: string; icon: LucideIcon; path: string };

/** From how many letters on posts are searched. */
const FEWEST_LETTERS = 2;

const { groups } = words;
const FIXED: PaletteItem[] = [
  { id: 'new', group: groups.actions, label: words.newPost, icon: Plus, path: '/compose' },
  { id: 'generate', group: groups.actions, label: words.generate, icon: PenLine, path: '/create' },
  { id: 'account', group: groups.actions, label: words.addAccount, icon: UserPlus, path: '/accounts' },
  ...NAVIGATION.map(({ label, path, icon }) => ({ id: path, group: groups.screens, label, icon, path })),
];

/** Offered once something is typed. */
const SECTIONS: PaletteItem[] = SETTINGS_SECTIONS.map(({ name, label }) => {
  const path = pathOfSection(name);
  return { id: path, group: groups.settings, label, icon: Settings, path };
});

/** What matches the text: commands, screens, accounts, and posts with all of its words. `isPending`: posts are read. */
export function usePaletteItems(text: string): { items: PaletteItem[]; isPending: boolean } {
  const supabase = useSupabase();
  const typed = text.trim();
  const accounts = useQuery(publishingAccountsQuery(supabase));
  const posts = useQuery({ ...findPostsQuery(supabase, typed), enabled: typed.length >= FEWEST_LETTERS });

  const known: PaletteItem[] = (accounts.data ?? []).map(({ id, label, platform }) => ({
    id,
    group: groups.accounts,
    label,
    note: platformLabel(platform),
    icon: Users,
    path: '/accounts',
  }));
  const found: PaletteItem[] = (typed.length >= FEWEST_LETTERS ? (posts.data ?? []) : []).map((post) => ({
    id: post.id,
    group: groups.posts,
    label: post.caption?.trim().replace(/\s+/g, ' ') || words.untitled,
    note: post.status,
    icon: FileText,
    // What has gone out can no longer be written: where it went and what came of it is beside the list.
    path: post.status === 'published' ? paths.postPanel(post.id) : paths.post(post.id),
  }));
  const fixed = typed === '' ? FIXED : [...FIXED, ...SECTIONS, ...known].filter((item) => matches(item, typed));
  return { items: [...fixed, ...found], isPending: posts.isFetching };
}

/** Whether each word begins a word of the item. */
function matches({ label, group, note = '' }: PaletteItem, typed: string): boolean {
  const has = ` ${label} ${group} ${note}`.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => has.includes(` ${word}`));
}
