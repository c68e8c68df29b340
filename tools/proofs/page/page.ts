import { fieldsOf, verifyReceipts, witnessSentence, type VerifiedReceipt } from '@portico/contracts/proofs/receipts';
import { RECEIPT_EXTENSION } from '@portico/contracts/proofs/receiptUrl';
import { parseVerifier, type Verifier } from '@portico/contracts/proofs/signedNote';

/* The page docs/verify-receipts.html, which `node tools/generate.ts` makes of this file and page.html. */

/** More rows than anybody reads; all of them would take the browser minutes. */
const MAX_ROWS = 1000;
const FILES_PER_REPORT = 500;

const find = <Tag extends HTMLElement>(id: string): Tag => document.getElementById(id) as Tag;
const summary = find('summary');
const details = find('details');

async function verify(): Promise<void> {
  details.replaceChildren();
  const texts = find<HTMLTextAreaElement>('keys')
    .value.split('\n')
    .filter((line) => line.trim() !== '');
  const verifiers: Verifier[] = [];
  for (const text of texts) {
    const verifier = await parseVerifier(text);
    if (!verifier) {
      summary.textContent = `This is no public key of a log or a witness: ${text}`;
      return;
    }
    verifiers.push(verifier);
  }
  const files = [
    ...find<HTMLInputElement>('files').files!,
    ...Array.from(find<HTMLInputElement>('folder').files!).filter(({ name }) => name.endsWith(RECEIPT_EXTENSION)),
  ];
  if (files.length === 0) {
    summary.textContent = `Choose files, or a folder with files that end with ${RECEIPT_EXTENSION}.`;
    return;
  }
  summary.textContent = `Verifying ${files.length} receipts.`;
  try {
    show(await verifyReceipts(readAll(files), verifiers));
  } catch (error) {
    summary.textContent =
      error instanceof DOMException
        ? 'This browser can’t check Ed25519 signatures. Use a current Chrome, Edge, Firefox or Safari, or verify with the command proof:verify.'
        : `The receipts can’t be read: ${(error as Error).message}`;
  }
}

async function* readAll(files: File[]): AsyncGenerator<{ name: string; text: string }> {
  for (const [at, file] of files.entries()) {
    if (at % FILES_PER_REPORT === 0 && at > 0) summary.textContent = `Verified ${at} of ${files.length} receipts.`;
    yield { name: file.webkitRelativePath || file.name, text: await file.text() };
  }
}

function show(receipts: VerifiedReceipt[]): void {
  const faulty = receipts.filter(({ faults }) => faults.length > 0);
  const sound = receipts.filter(({ faults }) => faults.length === 0);
  const rows = [...faulty, ...sound].slice(0, MAX_ROWS);
  summary.textContent = [
    faulty.length === 0
      ? receipts.length === 1
        ? `The receipt verifies. ${witnessSentence(receipts)}`
        : `All ${receipts.length} receipts verify. ${witnessSentence(receipts)}`
      : `${faulty.length} of ${receipts.length} ${receipts.length === 1 ? 'receipt does' : 'receipts do'} not verify.`,
    ...(rows.length < receipts.length ? [`Only the first ${MAX_ROWS} are listed.`] : []),
  ].join(' ');
  const table = document.createElement('table');
  table.append(row('th', 'File', 'Result', 'Record'), ...rows.map(rowOf));
  details.replaceChildren(table);
}

function rowOf({ name, faults, number, checkpoint, record, witnesses }: VerifiedReceipt): HTMLTableRowElement {
  const result =
    faults.length === 0
      ? [
          `OK, number ${number} of the ${checkpoint!.size} records in ${checkpoint!.origin}`,
          ...witnesses.map((witness) => `signed by ${witness.name}, ${witness.at.toISOString()}`),
        ].join('; ')
      : faults.map(({ text }) => text).join(' ');
  const fields = document.createElement('pre');
  // What was not signed must not look as if it were.
  fields.textContent = faults.length === 0 ? JSON.stringify(fieldsOf(record), null, 1) : '';
  return row('td', name, result, fields);
}

function row(tag: 'th' | 'td', ...cells: Array<string | Node>): HTMLTableRowElement {
  const line = document.createElement('tr');
  for (const content of cells) {
    const cell = document.createElement(tag);
    if (tag === 'th') (cell as HTMLTableCellElement).scope = 'col';
    cell.append(content);
    line.append(cell);
  }
  return line;
}

find('form').addEventListener('submit', (event) => {
  event.preventDefault();
  void verify();
});
