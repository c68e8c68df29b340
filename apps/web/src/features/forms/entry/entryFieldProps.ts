import type { FormFile, FormValue } from '@portico/contracts/formValues';
import type { ValueField } from '@portico/contracts/formValidation';
import type { Upload } from '../../../kit/uploads/fileUploads.ts';

export interface EntryFieldProps {
  id: string;
  field: ValueField;
  value: FormValue | undefined;
  error: string | undefined;
  onChange: (alias: string, value: FormValue) => void;
  onBlur: (alias: string) => void;
  /** The files of this field. Like the props below, only for a FileUpload. */
  files: FormFile[];
  uploads: Upload[];
  onFiles: (alias: string, files: { file: File; problem: string | undefined }[]) => void;
  onRemoveFile: (alias: string, fileId: string) => void;
  onCancelUpload: (key: string) => void;
  onRetryUpload: (key: string) => void;
}
