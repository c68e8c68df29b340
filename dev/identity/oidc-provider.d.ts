/** The part of oidc-provider 9 that we use; the package has no types. Source: its docs/README.md. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export interface Client {
    clientId: string;
  }

  export interface Context {
    method: string;
    path: string;
    type: string;
    status: number;
    body: unknown;
    response: { get(header: string): string };
    remove(header: string): void;
    redirect(address: string): void;
    cookies: { set(name: string, value: null, options: Record<string, unknown>): void };
    oidc: {
      client: Client;
      provider: Provider;
      session: {
        accountId?: string;
        state: { secret: string; postLogoutRedirectUri?: string; state?: string };
        authorizations?: Record<string, { grantId?: string }>;
        destroy(): Promise<void>;
      };
      entities: { IdTokenHint?: { payload: { sub?: string } } };
      result?: { consent?: { grantId?: string } };
      urlFor(route: string): string;
    };
  }

  export interface Grant {
    addOIDCScope(scope: string): void;
    addResourceScope(resource: string, scope: string): void;
    save(): Promise<string>;
  }

  export interface Interaction {
    uid: string;
    prompt: { name: string };
    params: Record<string, unknown>;
  }

  export interface Adapter {
    upsert(id: string, payload: Record<string, unknown>, expiresInSeconds?: number): Promise<void>;
    find(id: string): Promise<Record<string, unknown> | undefined>;
    findByUid(uid: string): Promise<Record<string, unknown> | undefined>;
    findByUserCode(userCode: string): Promise<Record<string, unknown> | undefined>;
    consume(id: string): Promise<void>;
    destroy(id: string): Promise<void>;
    revokeByGrantId(grantId: string): Promise<void>;
  }

  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    readonly issuer: string;
    cookieName(use: string): string;
    readonly Grant: new (properties: { clientId: string; accountId: string }) => Grant;
    readonly Client: { Schema: { prototype: { invalidate(message: string, code?: string): void } } };
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): this;
    on(event: string, listener: (context: Context, error: Error) => void): this;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Record<string, unknown>,
    ): Promise<void>;
  }

  export const errors: { InvalidGrant: new (detail: string) => Error };
}
