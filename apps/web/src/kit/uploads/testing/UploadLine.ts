import { act } from '@testing-library/react';

/** What the browser sends by XMLHttpRequest, with the hand of the test on the line. */
export class UploadLine extends EventTarget {
  static all: UploadLine[] = [];
  upload = new EventTarget();
  status = 0;
  responseText = '';
  headers: Record<string, string> = {};
  address = '';
  file: File | undefined;
  isAborted = false;
  open(_: string, address: string) {
    this.address = address;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  send(file: File) {
    this.file = file;
    UploadLine.all.push(this);
  }
  abort() {
    this.isAborted = true;
  }
  moves(loaded: number) {
    act(() => void this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded })));
  }
  breaks() {
    act(() => void this.dispatchEvent(new Event('error')));
  }
  answers(status: number, body: unknown) {
    Object.assign(this, { status, responseText: JSON.stringify(body) });
    act(() => void this.dispatchEvent(new Event('load')));
  }
  /** The server has accepted it. */
  arrives(): string {
    const id = crypto.randomUUID();
    this.answers(200, { id, fileName: this.file!.name, bytes: this.file!.size, format: 'PDF' });
    return id;
  }
}
