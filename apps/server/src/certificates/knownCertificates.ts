import { HOUR_MS } from '@portico/contracts/durations';
import type { Config } from '../config.ts';
import { readCertificate } from './readCertificate.ts';
import { tlsPeers, type TlsPeer } from './tlsPeers.ts';

const READ_INTERVAL_MS = HOUR_MS;
const RETRY_AFTER_MS = 300_000;

interface KnownCertificate {
  peer: TlsPeer;
  /**
   * Undefined until it has been read, and without encryption. If the server is down, the certificate it last presented.
   */
  expiresAt: Date | undefined;
}

/**
 * When the certificates that the portal and its readers rely on expire. Each is read on request, and again after an
 * hour.
 */
export class KnownCertificates {
  readonly #known: Array<KnownCertificate & { readAgainAt: number; reading?: Promise<void> }>;
  readonly #clock: () => number;

  /** `clock` is monotonic, in ms. */
  constructor(config: Config, clock: () => number = () => performance.now()) {
    this.#known = tlsPeers(config).map((peer) => ({ peer, expiresAt: undefined, readAgainAt: -Infinity }));
    this.#clock = clock;
  }

  /** Whether a server of the settings may have a certificate. */
  get hasAny(): boolean {
    return this.#known.length > 0;
  }

  /** What is currently known. Does not wait for any server. */
  list(): readonly KnownCertificate[] {
    const now = this.#clock();
    for (const known of this.#known) {
      if (now < known.readAgainAt) continue;
      known.readAgainAt = now + READ_INTERVAL_MS;
      known.reading = readCertificate(known.peer).then(
        (expiresAt) => void (known.expiresAt = expiresAt),
        () => void (known.readAgainAt = this.#clock() + RETRY_AFTER_MS),
      );
    }
    return this.#known;
  }

  /** The same, after reading the certificates that are due, which takes at most five seconds. */
  async read(): Promise<readonly KnownCertificate[]> {
    this.list();
    for (const { reading } of this.#known) await reading;
    return this.#known;
  }
}
