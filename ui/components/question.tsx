import type { ReactNode } from 'react';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '@/components/dialog.tsx';

type QuestionProps = {
  title: string;
  description: string;
  /** The buttons, the safe one first. */
  answers: ReactNode;
  /** Called on Escape, or on a press outside. */
  onClose: () => void;
  children?: ReactNode;
};

/** A dialog that has to be answered before anything changes. */
export function Question({ title, description, answers, onClose, children }: QuestionProps) {
  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
          <DialogDescription className="break-words">{description}</DialogDescription>
        </DialogHeader>
        {children}
        <DialogFooter>{answers}</DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
