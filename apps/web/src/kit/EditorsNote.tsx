import { Button } from '@portico/ui/Button';
import { useId, useState, type ReactNode } from 'react';

interface EditorsNoteProps {
  /** The text of the button that opens the note. */
  label: string;
  className: string | undefined;
  /** Rendered once the note is open. */
  children: ReactNode;
}

/**
 * A note about what editors do, which opens on demand: only a request for the editors' list shows whether the reader is
 * one.
 */
export function EditorsNote({ label, className, children }: EditorsNoteProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <div className={className} data-print="hidden">
      <Button variant="quiet" size="small" aria-expanded={isOpen} aria-controls={id} onPress={() => setIsOpen(!isOpen)}>
        {label}
      </Button>
      <div id={id} role="status">
        {isOpen && children}
      </div>
    </div>
  );
}
