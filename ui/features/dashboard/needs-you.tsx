import { ChevronRight, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Card, CardHeader, CardTitle } from '@/components/card.tsx';
import { dashboardMessages } from '@/features/dashboard/messages.ts';
import { useHeldAccounts } from '@/lib/held-accounts.ts';

const { title, held } = dashboardMessages.needsYou;

/** What waits for the person: accounts that Instagram has stopped. Nothing while there are none. */
export function NeedsYou() {
  const accounts = useHeldAccounts() ?? [];
  if (accounts.length === 0) return null;
  return (
    <Card>
      <CardHeader>
        <CardTitle>{title}</CardTitle>
      </CardHeader>
      <ul className="pb-2">
        {accounts.map(({ id, label }) => (
          <li key={id} className="border-t">
            <Link
              to="/accounts"
              className="flex items-center gap-4 px-5 py-3.5 -outline-offset-2 transition-colors duration-150 hover:bg-accent sm:px-6"
            >
              <TriangleAlert className="size-4.5 shrink-0 text-warning" strokeWidth={1.8} aria-hidden="true" />
              <span className="min-w-0 flex-1">
                <span className="block text-sm font-medium [overflow-wrap:anywhere]">
                  <bdi>{label}</bdi>
                </span>
                <span className="block text-[0.8125rem] text-muted-foreground">{held}</span>
              </span>
              <ChevronRight className="size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
