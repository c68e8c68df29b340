import { ApiError } from '@portico/client/ApiError';
import {
  CreditFile,
  creditFilesPath,
  saveCreditClaim,
  type CreditClaim,
  type listCreditClaims,
} from '@portico/contracts/creditClaims';
import { MAX_CLAIM_TEXT } from '@portico/contracts/creditClaimLimits';
import type { CallResult } from '@portico/contracts/endpoint';
import { isHours, MAX_CREDIT_NAME, MAX_HOURS_LENGTH } from '@portico/kinds/credits';
import { Button } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import { FileDrop } from '@portico/ui/FileDrop';
import { TextField } from '@portico/ui/TextField';
import { showToast } from '@portico/ui/toasts';
import { useRef, useState } from 'react';
import { z } from 'zod/mini';
import { call } from '../../../api/call.ts';
import { uploadFile } from '../../../api/uploadFile.ts';
import { t } from '../../../locale/text.ts';
import { personalStorage } from '../../../sign-in/personalStorage.ts';
import styles from './ClaimDialog.module.css';

/** What is typed, which may be unfinished. */
const Typed = z.object({
  id: z.uuid(),
  texts: z.object({
    title: z.string(),
    provider: z.string(),
    program: z.string(),
    state: z.string(),
    subject: z.string(),
    hours: z.string(),
    day: z.string(),
  }),
  file: z.nullable(CreditFile),
});
type Typed = z.infer<typeof Typed>;
type Name = keyof Typed['texts'];
type OwnClaims = CallResult<typeof listCreditClaims>;

const blank = { title: '', provider: '', program: '', state: '', subject: '', hours: '', day: '' };

function typedOf(claim: CreditClaim | null): Typed {
  if (!claim) return { id: crypto.randomUUID(), texts: blank, file: null };
  const { id, title, provider, program, state, subject, hours, day, file } = claim;
  return { id, texts: { title, provider, program, state, subject, hours, day }, file };
}

interface ClaimDialogProps {
  /** The claim to correct; null for a new one. */
  claim: CreditClaim | null;
  days: Pick<OwnClaims, 'firstDay' | 'lastDay'>;
  onSaved: (list: OwnClaims) => void;
  /** What is stored may have changed. */
  onFailed: () => void;
  onClose: () => void;
}

/** Enters or corrects credits that were earned elsewhere. This browser keeps what is typed until it is sent. */
export function ClaimDialog({ claim, days, onSaved, onFailed, onClose }: ClaimDialogProps) {
  const storageName = `credit-claim.${claim ? `${claim.id}.${claim.version}` : 'new'}`;
  const [typed, setTyped] = useState<Typed>(() => {
    const kept = Typed.safeParse(personalStorage.read(storageName));
    return kept.success ? kept.data : typedOf(claim);
  });
  // Files arrive while people type.
  const latest = useRef(typed);
  const [isChecked, setIsChecked] = useState(false);
  const [pending, setPending] = useState(false);
  const [sending, setSending] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [fileProblem, setFileProblem] = useState<string>();
  const { texts, file } = typed;
  const change = (part: Partial<Typed>) => {
    latest.current = { ...latest.current, ...part };
    setTyped(latest.current);
    personalStorage.write(storageName, latest.current);
  };
  const limits = { first: days.firstDay, last: days.lastDay };
  const wrongWith = (name: Name): string | undefined => {
    const value = texts[name].trim();
    if (name === 'title') return value === '' ? t('credits.claimTitleWrong') : undefined;
    if (name === 'provider') return value === '' ? t('credits.claimProviderWrong') : undefined;
    if (name === 'program') return value === '' ? t('credits.programWrong') : undefined;
    if (name === 'hours') return isHours(value) ? undefined : t('credits.hoursWrong');
    if (name === 'day') {
      const isDay = z.iso.date().safeParse(value).success && value >= limits.first && value <= limits.last;
      return isDay ? undefined : t('credits.claimDayWrong', limits);
    }
    return undefined;
  };
  const isWrong = file === null || (Object.keys(texts) as Name[]).some((name) => wrongWith(name) !== undefined);
  const add = async ([chosen]: File[]) => {
    if (!chosen) return;
    setFileProblem(undefined);
    setSending(chosen.name);
    try {
      const stored = await uploadFile({
        path: creditFilesPath,
        file: chosen,
        headers: { 'Content-Type': 'application/octet-stream', 'X-File-Name': encodeURIComponent(chosen.name) },
        read: (body) => CreditFile.safeParse(body).data,
        onProgress: () => undefined,
        signal: new AbortController().signal,
        texts: {
          signIn: t('credits.claimFileSignIn'),
          timeout: t('credits.claimFileTimeout'),
          unreachable: t('credits.claimFileUnreachable'),
          unreadable: t('credits.claimFileFailed'),
          wentWrong: t('credits.claimFileFailed'),
        },
      });
      change({ file: stored });
    } catch (error) {
      setFileProblem(error instanceof ApiError ? error.detail : t('credits.claimFileFailed'));
    }
    setSending(undefined);
  };
  const send = async () => {
    setIsChecked(true);
    if (isWrong) return;
    setPending(true);
    setProblem(undefined);
    const trimmed = Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [name, text.trim()]),
    ) as Typed['texts'];
    try {
      const list = await call(saveCreditClaim, {
        params: { claimId: typed.id },
        body: { version: claim?.version ?? null, claim: { ...trimmed, fileId: file.id } },
      });
      personalStorage.remove(storageName);
      onSaved(list);
      showToast(t('credits.claimSent'), { type: 'success' });
      onClose();
    } catch (error) {
      setProblem(error instanceof ApiError ? error.detail : t('credits.tryAgain'));
      setPending(false);
      // The file may be gone after a day; it is the only part that has to be added again.
      if (error instanceof ApiError && error.issues?.some(({ path }) => path === 'body.claim.fileId'))
        change({ file: null });
      onFailed();
    }
  };
  const field = (name: Name, label: string, help?: string) => (
    <TextField
      label={label}
      help={help}
      value={texts[name]}
      maxLength={
        name === 'hours' ? MAX_HOURS_LENGTH : name === 'title' || name === 'provider' ? MAX_CLAIM_TEXT : MAX_CREDIT_NAME
      }
      error={isChecked ? wrongWith(name) : undefined}
      onChange={(value) => change({ texts: { ...latest.current.texts, [name]: value } })}
    />
  );
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      size="large"
      title={t(claim ? 'credits.claimCorrection' : 'credits.claimNew')}
      actions={
        <>
          <Button variant="primary" pending={pending} isDisabled={sending !== undefined} onPress={() => void send()}>
            {t('credits.claimSend')}
          </Button>
          <Button onPress={onClose}>{t('shared.cancel')}</Button>
        </>
      }
    >
      <div className={styles.form}>
        <div className={styles.pair}>
          {field('title', t('credits.claimTitle'))}
          {field('provider', t('credits.claimProvider'), t('credits.claimProviderHelp'))}
          {field('program', t('credits.program'), t('credits.programHelp'))}
          {field('state', t('credits.state'))}
          {field('subject', t('credits.subject'))}
          {field('hours', t('credits.hours'))}
          {field('day', t('credits.claimDay'), t('credits.claimDayHelp', limits))}
        </div>
        <FileDrop
          label={t('credits.claimFile')}
          help={t('credits.claimFileHelp')}
          accept=".pdf,.png,.jpg,.jpeg"
          isMultiple={false}
          error={fileProblem ?? (isChecked && file === null ? t('credits.claimFileWrong') : undefined)}
          onFiles={(files) => void add(files)}
        >
          <p role="status">
            {sending !== undefined
              ? t('credits.claimFileSending', { name: sending })
              : file !== null && t('credits.claimFileReady', { name: file.fileName })}
          </p>
        </FileDrop>
        {problem !== undefined && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  );
}
