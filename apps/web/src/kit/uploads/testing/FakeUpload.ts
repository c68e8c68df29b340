import { act } from '@testing-library/react';

/** Replaces XMLHttpRequest, so that a test controls each upload. */
export class FakeUpload extends EventTarget {
  static all: FakeUpload[] = [];
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
    FakeUpload.all.push(this);
  }
  abort() {
    this.isAborted = true;
  }
  progress(loaded: number) {
    act(() => void this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded })));
  }
  fail() {
    act(() => void this.dispatchEvent(new Event('error')));
  }
  respond(status: number, body: unknown) {
    Object.assign(this, { status, responseText: JSON.stringify(body) });
    act(() => void this.dispatchEvent(new Event('load')));
  }
  /** The server accepts the file. Returns its id. */
  succeed(): string {
    const id = crypto.randomUUID();
    this.respond(200, { id, fileName: this.file!.name, bytes: this.file!.size, format: 'PDF' });
    return id;
  }
}
