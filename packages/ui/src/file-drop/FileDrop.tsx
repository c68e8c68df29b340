import Upload from 'lucide-react/icons/upload';
import { useRef, useState, type ReactNode } from 'react';
import { Button } from '../button/Button.tsx';
import { FieldFrame, useFieldIds, type FieldProps } from '../field/FieldFrame.tsx';
import styles from './FileDrop.module.css';

export interface FileDropProps extends FieldProps {
  onFiles: (files: File[]) => void;
  onBlur?: (() => void) | undefined;
  /** Finds the files of a drop, such as those in folders. By default, a folder is dropped as a file without content. */
  readDrop?: ((transfer: DataTransfer) => Promise<File[]>) | undefined;
  /** The `accept` attribute of the file input: `.pdf,.docx`. */
  accept?: string | undefined;
  isMultiple?: boolean;
  /** True when no more files can be added. */
  isFull?: boolean;
  /** Files that are uploaded or uploading. */
  children?: ReactNode;
}

/** Takes files from the file picker, which is all that keyboard users need, or by drag and drop. */
export function FileDrop({
  onFiles,
  onBlur,
  readDrop,
  accept,
  isMultiple = true,
  isFull = false,
  children,
  ...own
}: FileDropProps) {
  const ids = useFieldIds(own);
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const action = isMultiple ? 'Choose files' : 'Choose a file';
  const take = (files: (Iterable<File> & { length: number }) | null | undefined) => {
    if (files && files.length > 0) onFiles([...files]);
  };
  return (
    <FieldFrame {...own} ids={ids} kind="group">
      <div
        className={styles.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          if (isFull || !event.dataTransfer.types.includes('Files')) return;
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
        }}
        onDrop={(event) => {
          event.preventDefault();
          setIsOver(false);
          if (isFull) return;
          if (readDrop) void readDrop(event.dataTransfer).then(take);
          else take(event.dataTransfer.files);
        }}
      >
        <input
          ref={input}
          type="file"
          className={styles.input}
          tabIndex={-1}
          aria-hidden="true"
          accept={accept}
          multiple={isMultiple}
          onChange={(event) => {
            take(event.target.files);
            // Allows choosing the same file again after it was removed.
            event.target.value = '';
          }}
        />
        <Button
          aria-label={`${action} for ${own.label}`}
          aria-describedby={ids.describedBy()}
          isDisabled={isFull}
          onPress={() => input.current?.click()}
          onBlur={onBlur}
        >
          <Upload aria-hidden="true" />
          {action}
        </Button>
        <span className={styles.hint}>
          {isFull ? 'No more files can be added.' : `or drop ${isMultiple ? 'them' : 'it'} here`}
        </span>
      </div>
      {children}
    </FieldFrame>
  );
}
