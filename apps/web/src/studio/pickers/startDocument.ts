import { departmentOf } from '@portico/authoring/needsApproval';
import type { ComponentOf } from '@portico/kinds/content';
import type { StudioFile } from '@portico/kinds/items/document/schemas';
import type { Change, ContentFields, StudioKind } from '@portico/contracts/studio/draft';
import { changeStudioItem, createStudioItem } from '@portico/contracts/studio/studio';
import { call } from '../../api/call.ts';
import type { FileToSend } from '../../kit/uploads/fileUploads.ts';
import { uploadDocument } from '../uploads.ts';

/** An entry of a FileList component. */
export type ListedFile = ComponentOf<'FileList'>['files'][number];

/** The item that files are added to. */
export interface UploadedFor {
  kind: StudioKind;
  fields: ContentFields;
}

/** Files that were added together. `done` receives those that were uploaded, in order; none if that was canceled. */
export interface UploadRequest {
  id: string;
  files: File[];
  /** How many more files the FileList component can hold. */
  room: number;
  item: UploadedFor;
  done: (files: ListedFile[]) => void;
}

/** Uploads a file and creates a document from it, as `createDocument` does. Throws also the reason of the signal. */
export async function startDocument(
  uploadedFor: UploadedFor,
  { target: id, file, ...sending }: FileToSend,
): Promise<ListedFile> {
  const upload = await uploadDocument(file, sending);
  sending.signal.throwIfAborted();
  return await createDocument(uploadedFor, id, upload);
}

/**
 * Creates a document from an uploaded file, with this id and the department, categories and audience of the item that
 * lists it. It is published with that item. Repeating the call creates no second document. Throws ApiError.
 */
export async function createDocument(
  { kind, fields }: UploadedFor,
  id: string,
  upload: StudioFile,
): Promise<ListedFile> {
  await call(createStudioItem, { body: { id, kind: 'document' } });
  const title = titleOf(upload);
  const department = departmentOf(kind, fields);
  const { categories, audience, audienceRule } = fields;
  const changes: Change[] = [
    { do: 'field', name: 'header', value: title },
    { do: 'field', name: 'file', value: upload },
    { do: 'field', name: 'categories', value: categories },
    { do: 'field', name: 'audience', value: audience },
    { do: 'field', name: 'audienceRule', value: audienceRule },
  ];
  if (department !== null)
    changes.push(
      { do: 'field', name: 'department', value: department },
      { do: 'field', name: 'authorDepartment', value: department },
    );
  await call(changeStudioItem, { params: { itemId: id }, body: { clientId: id, batchId: id, base: 0, changes } });
  return { documentId: id, title, format: upload.format, bytes: upload.bytes };
}

/** The file name without its extension. */
const titleOf = ({ fileName }: StudioFile): string => fileName.replace(/\.[^.]*$/, '').trim() || fileName;
