import { FileIcon, type FileKind } from './FileIcon.tsx';

export default { title: 'FileIcon' };

const labels: Record<FileKind, string> = {
  pdf: 'PDF',
  text: 'DOCX',
  table: 'XLSX',
  slides: 'PPTX',
  picture: 'PNG',
  film: 'MP4',
  plain: 'ZIP',
};
const kinds = Object.keys(labels) as FileKind[];

export const Kinds = () => kinds.map((kind) => <FileIcon key={kind} kind={kind} label={labels[kind]} />);

export const Small = () => kinds.map((kind) => <FileIcon key={kind} kind={kind} label={labels[kind]} size="small" />);
