import { ChartLine, Table2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { chartMessages as words } from '@/components/charts/messages.ts';

type ChartOrTableProps = {
  /** What the numbers are; the table's caption. */
  label: string;
  /** The column headings; the first column names the row. */
  heads: readonly string[];
  rows: readonly (readonly string[])[];
  children: ReactNode;
};

/** A chart, with a switch to a table of its numbers. */
export function ChartOrTable({ label, heads, rows, children }: ChartOrTableProps) {
  const [isTable, setTable] = useState(false);
  const Icon = isTable ? ChartLine : Table2;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {isTable ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable for the arrow keys.
        <section aria-label={label} className="max-h-72 overflow-auto rounded-md border" tabIndex={0}>
          <table className="w-full text-[0.8125rem] tabular-nums">
            <caption className="sr-only">{label}</caption>
            <thead className="sticky top-0 bg-card text-xs text-muted-foreground">
              <tr>
                {heads.map((head, index) => (
                  <th key={head} scope="col" className={cellClasses(index, 'font-medium')}>
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((cells) => (
                <tr key={cells[0]} className="border-t">
                  {cells.map((cell, index) =>
                    index === 0 ? (
                      <th key={heads[index]} scope="row" className={cellClasses(index, 'font-normal')}>
                        <bdi>{cell}</bdi>
                      </th>
                    ) : (
                      <td key={heads[index]} className={cellClasses(index)}>
                        {cell}
                      </td>
                    ),
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : (
        children
      )}
      <Button
        variant="ghost"
        size="sm"
        className="-ms-2 self-start text-[0.8125rem] text-muted-foreground"
        onClick={() => setTable(!isTable)}
      >
        <Icon aria-hidden="true" />
        {isTable ? words.showChart : words.showTable}
      </Button>
    </div>
  );
}

function cellClasses(index: number, more = ''): string {
  return `px-3 py-1.5 ${index === 0 ? 'text-left' : 'text-right'} ${more}`;
}
