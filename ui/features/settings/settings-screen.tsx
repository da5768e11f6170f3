import { type ComponentType, Suspense, useEffect } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { Page } from '@/components/page.tsx';
import { PageHeader } from '@/components/page-header.tsx';
import { settingsMessages } from '@/features/settings/messages.ts';
import { SectionList } from '@/features/settings/section-list.tsx';
import { SectionSkeleton } from '@/features/settings/section-skeleton.tsx';
import { SETTINGS_SECTIONS, type SettingsSection } from '@/features/settings/sections.ts';
import { lazyPart } from '@/lib/lazy-part.ts';
import { PRODUCT_NAME } from '@/lib/messages.ts';

/** Settings (§2): a list of sections, and the section in the URL; at /settings, the first. */
export function SettingsScreen() {
  const { section } = useParams();
  const current = section === undefined ? SETTINGS_SECTIONS[0] : SETTINGS_SECTIONS.find(({ name }) => name === section);
  const title = section && current ? `${current.label} · ${settingsMessages.title}` : settingsMessages.title;

  // After the title of the screen, which is set before painting.
  useEffect(() => {
    document.title = `${title} · ${PRODUCT_NAME}`;
  }, [title]);

  if (!current) return <Navigate to="/settings" replace />;
  const Content = CONTENTS[current.name];
  return (
    <Page className="@container">
      <PageHeader
        title={settingsMessages.title}
        subtitle={settingsMessages.subtitle}
        isTarget={section === undefined}
      />
      <div className="grid min-w-0 grid-cols-1 items-start gap-6 @2xl:grid-cols-[11.5rem_minmax(0,1fr)] @4xl:gap-10">
        <SectionList current={current.name} />
        <section aria-labelledby={HEADING_ID} className="flex max-w-3xl min-w-0 flex-col gap-6">
          <h2
            id={HEADING_ID}
            data-page-heading={section === undefined ? undefined : true}
            tabIndex={-1}
            className="sr-only"
          >
            {current.label}
          </h2>
          <Suspense fallback={<SectionSkeleton />}>
            <Content />
          </Suspense>
        </section>
      </div>
    </Page>
  );
}

const HEADING_ID = 'settings-section';

const CONTENTS: Record<SettingsSection, ComponentType> = {
  posting: lazyPart('PostingSection', () => import('@/features/settings/sections/posting-section.tsx')),
  publishing: lazyPart('PublishingSection', () => import('@/features/settings/sections/publishing-section.tsx')),
  ai: lazyPart('AiCard', () => import('@/features/settings/ai/ai-card.tsx')),
  'warm-up': lazyPart('WarmupSection', () => import('@/features/settings/sections/warmup-section.tsx')),
  answers: lazyPart('AnswersCard', () => import('@/features/settings/answers/answers-card.tsx')),
  notifications: lazyPart(
    'NotificationsSection',
    () => import('@/features/settings/sections/notifications-section.tsx'),
  ),
  jobs: lazyPart('JobsCard', () => import('@/features/settings/jobs/jobs-card.tsx')),
  backups: lazyPart('BackupsCard', () => import('@/features/settings/backups-card.tsx')),
  workspace: lazyPart('WorkspaceSection', () => import('@/features/settings/workspace/workspace-section.tsx')),
  members: lazyPart('MembersSection', () => import('@/features/settings/sections/members-section.tsx')),
  agents: lazyPart('AgentsSection', () => import('@/features/settings/agents/agents-section.tsx')),
  archives: lazyPart('ArchivesSection', () => import('@/features/settings/archives/archives-section.tsx')),
  webhooks: lazyPart('WebhooksCard', () => import('@/features/settings/webhooks/webhooks-card.tsx')),
};
