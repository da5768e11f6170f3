import { Images } from 'lucide-react';
import { Card } from '@/components/card.tsx';
import { EmptyState } from '@/components/empty-state.tsx';
import { PageHeader } from '@/components/page-header.tsx';
import { mediaMessages } from '@/features/media/messages.ts';

export function MediaScreen() {
  return (
    <div className="flex flex-col gap-7">
      <PageHeader title={mediaMessages.title} subtitle={mediaMessages.subtitle} />
      <Card>
        <EmptyState icon={Images} {...mediaMessages.empty} />
      </Card>
    </div>
  );
}
