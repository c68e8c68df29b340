import FolderUp from 'lucide-react/icons/folder-up';
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
  /** Adds a button that takes all files of a folder and its folders, except hidden ones, if the browser can. */
  takesFolders?: boolean;
  /** True when no more files can be added. */
  isFull?: boolean;
  /** Files that are uploaded or uploading. */
  children?: ReactNode;
}

const isHidden = ({ webkitRelativePath }: File): boolean =>
  webkitRelativePath.split('/').some((part) => part.startsWith('.'));

/** Takes files from the file picker, which is all that keyboard users need, or by drag and drop. */
export function FileDrop({
  onFiles,
  onBlur,
  readDrop,
  accept,
  isMultiple = true,
  takesFolders = false,
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
  const open = (isFolder: boolean) => {
    if (!input.current) return;
    input.current.webkitdirectory = isFolder;
    input.current.click();
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
            const files = [...(event.target.files ?? [])];
            take(event.target.webkitdirectory ? files.filter((file) => !isHidden(file)) : files);
            // Allows choosing the same file again after it was removed.
            event.target.value = '';
          }}
        />
        <Button
          aria-label={`${action} for ${own.label}`}
          aria-describedby={ids.describedBy()}
          isDisabled={isFull}
          onPress={() => open(false)}
          onBlur={onBlur}
        >
          <Upload aria-hidden="true" />
          {action}
        </Button>
        {takesFolders && 'webkitdirectory' in HTMLInputElement.prototype && (
          <Button
            variant="quiet"
            aria-label={`Choose a folder for ${own.label}`}
            aria-describedby={ids.describedBy()}
            isDisabled={isFull}
            onPress={() => open(true)}
          >
            <FolderUp aria-hidden="true" />
            Choose a folder
          </Button>
        )}
        <span className={styles.hint}>
          {isFull ? 'No more files can be added.' : `or drop ${isMultiple ? 'them' : 'it'} here`}
        </span>
      </div>
      {children}
    </FieldFrame>
  );
}
