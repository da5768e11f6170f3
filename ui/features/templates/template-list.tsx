import { useQuery } from '@tanstack/react-query';
import { SquareDashedText } from 'lucide-react';
import { useRef } from 'react';
import { Card } from '@/components/card.tsx';
import { EmptyState } from '@/components/empty-state.tsx';
import { ErrorState } from '@/components/error-state.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { toast } from '@/components/toast.tsx';
import { useHasModel } from '@/domain/workspace/ai-state.ts';
import { NoModelNote } from '@/features/templates/built-in-note.tsx';
import { templatesMessages, templatesToasts } from '@/features/templates/messages.ts';
import { TemplateCard } from '@/features/templates/template-card.tsx';
import { templatesQuery } from '@/features/templates/template-store.ts';
import { failureReason } from '@/lib/messages.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { useErrorEffect } from '@/lib/use-error-effect.ts';
import { needsModel } from '../../../shared/posts/template-style.ts';
import type { ContentStyleTemplatesRow } from '../../../shared/workspace/database.ts';

/** §9: skeleton cards while loading. */
const SKELETONS = ['first', 'second', 'third'];

const GRID = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,21rem),1fr))] items-start gap-4';

type OnEdit = (template: ContentStyleTemplatesRow) => void;

/** The templates by their day (§2), those without one last. */
export function TemplateList({ onEdit }: { onEdit: OnEdit }) {
  const query = useQuery(templatesQuery(useSupabase()));
  useErrorEffect(query.error, () => toast(templatesToasts.failed(failureReason(query.error))));
  if (query.data) return <Templates templates={query.data} onEdit={onEdit} />;
  if (query.isError) {
    return (
      <Card>
        <ErrorState title={templatesToasts.failed('').title} query={query} />
      </Card>
    );
  }
  return (
    <div role="status" className={GRID}>
      <span className="sr-only">{templatesMessages.loading}</span>
      {SKELETONS.map((key) => (
        <Skeleton key={key} className="h-52 rounded-lg" />
      ))}
    </div>
  );
}

function isBeyondBuiltIn({ name, prompt_template: prompt }: ContentStyleTemplatesRow): boolean {
  return needsModel({ name, prompt });
}

function Templates({ templates, onEdit }: { templates: ContentStyleTemplatesRow[]; onEdit: OnEdit }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const hasModel = useHasModel();

  /** When a focused card is removed, focuses its neighbour, or the heading if it was the last one. */
  function moveFocus(index: number) {
    const neighbour = list.current?.children[index + 1] ?? list.current?.children[index - 1];
    const target = neighbour?.querySelector<HTMLElement>('[role=switch]') ?? heading.current;
    target?.focus({ preventScroll: true });
  }

  return (
    <section className="min-w-0">
      <h2 ref={heading} tabIndex={-1} className="sr-only">
        {templatesMessages.list.title(templates.length)}
      </h2>
      {hasModel === false && templates.some(isBeyondBuiltIn) ? <NoModelNote /> : null}
      {templates.length === 0 ? (
        <Card>
          <EmptyState icon={SquareDashedText} {...templatesMessages.empty} />
        </Card>
      ) : (
        <ul ref={list} className={GRID}>
          {templates.map((template, index) => (
            <li key={template.id} data-item="" className="flex">
              <TemplateCard
                template={template}
                hasModel={hasModel}
                onEdit={() => onEdit(template)}
                onDeleted={() => moveFocus(index)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
