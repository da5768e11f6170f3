import { useQuery } from '@tanstack/react-query';
import { SquareDashedText } from 'lucide-react';
import { Badge } from '@/components/badge.tsx';
import { Card, CardAction, CardContent, CardDescription, CardHeader, CardTitle } from '@/components/card.tsx';
import { EmptyState } from '@/components/empty-state.tsx';
import { ErrorState } from '@/components/error-state.tsx';
import { PageHeader } from '@/components/page-header.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { toast } from '@/components/toast.tsx';
import { templatesMessages, WEEKDAYS } from '@/features/templates/messages.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { useErrorEffect } from '@/lib/use-error-effect.ts';
import type { ContentStyleTemplatesRow } from '../../../shared/database.ts';

/** §9: skeleton cards while loading. */
const SKELETONS = ['first', 'second', 'third'];

/** Content Templates (§2): every style by the day it is for. */
export function TemplatesScreen() {
  return (
    <div className="flex flex-col gap-7">
      <PageHeader title={templatesMessages.title} subtitle={templatesMessages.subtitle} />
      <TemplateList />
    </div>
  );
}

function TemplateList() {
  const supabase = useSupabase();
  const templates = useQuery({
    queryKey: ['content_style_templates'],
    queryFn: async () =>
      (
        await supabase
          .from('content_style_templates')
          .select('*')
          .order('day_of_week', { ascending: true })
          .throwOnError()
      ).data,
  });
  useErrorEffect(templates.error, (description) =>
    toast({ title: templatesMessages.loadFailed, description, variant: 'destructive' }),
  );

  if (templates.isPending) {
    return (
      <div role="status" className="grid gap-4 md:grid-cols-2">
        <span className="sr-only">{templatesMessages.loading}</span>
        {SKELETONS.map((key) => (
          <Skeleton key={key} className="h-40 rounded-lg" />
        ))}
      </div>
    );
  }
  if (templates.isError) {
    return (
      <Card>
        <ErrorState
          title={templatesMessages.loadFailed}
          description={templates.error.message}
          onRetry={() => void templates.refetch()}
        />
      </Card>
    );
  }
  if (templates.data.length === 0) {
    return (
      <Card>
        <EmptyState icon={SquareDashedText} {...templatesMessages.empty} />
      </Card>
    );
  }
  return (
    <ul className="grid gap-4 md:grid-cols-2">
      {templates.data.map((template) => (
        <li key={template.id} className="grid">
          <TemplateCard template={template} />
        </li>
      ))}
    </ul>
  );
}

function TemplateCard({ template }: { template: ContentStyleTemplatesRow }) {
  const day = template.day_of_week === null ? undefined : WEEKDAYS[template.day_of_week];
  return (
    <Card>
      <CardHeader>
        <CardTitle>
          {template.name}
          {day ? <span className="font-normal text-muted-foreground"> ({day})</span> : null}
        </CardTitle>
        {template.description ? <CardDescription>{template.description}</CardDescription> : null}
        <CardAction>
          {template.is_active ? <Badge variant="success">Active</Badge> : <Badge variant="secondary">Inactive</Badge>}
        </CardAction>
      </CardHeader>
      <CardContent>
        <p className="border-l-2 pl-4 text-sm whitespace-pre-line text-muted-foreground">{template.prompt_template}</p>
      </CardContent>
    </Card>
  );
}
