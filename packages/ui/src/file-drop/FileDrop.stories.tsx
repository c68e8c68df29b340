import { FileDrop } from './FileDrop.tsx';

export default { title: 'FileDrop' };

export const Several = () => (
  <FileDrop label="Receipts" help="PDF or pictures, up to 10 MB each." accept=".pdf,.png" onFiles={() => undefined} />
);

export const SingleWithError = () => (
  <FileDrop label="Contract" isMultiple={false} isRequired error="Add a file." onFiles={() => undefined} />
);

export const Full = () => <FileDrop label="Receipts" isFull onFiles={() => undefined} />;

export const WithFolders = () => <FileDrop label="Pictures" takesFolders onFiles={() => undefined} />;
