import { paletteMessages as words } from '@/app/shell/palette/palette-messages.ts';
import { Dialog, DialogContent, DialogHeader, DialogTitle } from '@/components/dialog.tsx';

/** Lists the keyboard shortcuts. */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent aria-describedby={undefined} className="max-w-md">
        <DialogHeader>
          <DialogTitle>{words.keysTitle}</DialogTitle>
        </DialogHeader>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-5 gap-y-3 text-sm">
          {words.keys.map(({ keys, does }) => (
            <div key={does} className="contents">
              <dt className="flex gap-1">
                {keys.map((key) => (
                  <kbd
                    key={key}
                    className="min-w-6 rounded-sm border bg-muted px-1.5 text-center font-sans text-xs leading-5"
                  >
                    {key}
                  </kbd>
                ))}
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </DialogContent>
    </Dialog>
  );
}
