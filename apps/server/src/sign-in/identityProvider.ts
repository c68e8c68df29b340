import type { PortalSettings } from '@portico/contracts/portalSettings';
import type { Config } from '../config.ts';
import { createKeyStore, readText, type KeyStore } from './keyStore.ts';

const RETRY_MS = 1000;

interface DiscoveryDocument {
  issuer: string;
  authorization_endpoint: string;
  token_endpoint?: string;
  jwks_uri: string;
  end_session_endpoint?: string;
}

export interface IdentityProvider {
  /** The settings for the browser; undefined until the provider has responded. */
  signInSettings(): PortalSettings['signIn'] | undefined;
  /** Undefined until the provider has responded. */
  keys(): KeyStore | undefined;
  /** True once tokens can be verified. */
  isReady(): boolean;
  /** Resolves once ready; retries until `close()`. */
  ready: Promise<void>;
  close(): void;
}

/** Reads the configured provider's discovery document and keeps its keys up to date. */
export function connectIdentityProvider(
  config: Config,
  onFailed: (error: unknown) => void = () => {},
): IdentityProvider {
  let closed = false;
  let settings: PortalSettings['signIn'] | undefined;
  let keys: KeyStore | undefined;

  async function connect(): Promise<void> {
    while (!closed) {
      try {
        const document = await discover(config);
        keys ??= createKeyStore({ jwksUri: document.jwks_uri, onRefreshFailed: onFailed });
        await keys.refresh();
        settings = signInSettings(config, document);
        return;
      } catch (error) {
        onFailed(error);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
      }
    }
  }

  return {
    signInSettings: () => settings,
    keys: () => keys,
    isReady: () => settings !== undefined && keys !== undefined && keys.isReady(),
    ready: connect(),
    close() {
      closed = true;
      keys?.close();
    },
  };
}

export function discoveryUrl(config: Config): string {
  return config.OIDC_DISCOVERY_URL ?? `${config.OIDC_ISSUER.replace(/\/$/, '')}/.well-known/openid-configuration`;
}

/** The provider's discovery document. Throws if the provider does not respond, or names another issuer. */
export async function discover(config: Config): Promise<DiscoveryDocument> {
  const url = discoveryUrl(config);
  const document = JSON.parse(await readText(url)) as DiscoveryDocument;
  if (document.issuer !== config.OIDC_ISSUER)
    throw new Error(`${url} names the issuer ${document.issuer}, but OIDC_ISSUER is ${config.OIDC_ISSUER}`);
  for (const name of ['authorization_endpoint', 'jwks_uri'] as const)
    if (!URL.parse(document[name])) throw new Error(`${url} has no ${name}`);
  return document;
}

const SCOPE = 'openid email phone profile';
/** Source: spec §6, for Cognito's implicit flow. */
const COGNITO_SCOPE = 'aws.cognito.signin.user.admin email openid phone profile';

const isCognito = (document: DiscoveryDocument): boolean =>
  new URL(document.issuer).hostname.startsWith('cognito-idp.');

function signInSettings(config: Config, document: DiscoveryDocument): PortalSettings['signIn'] {
  const mode = config.SIGN_IN_MODE;
  const isCognitoImplicit = mode === 'implicit' && isCognito(document);
  return {
    mode,
    clientId: config.OIDC_CLIENT_ID,
    scope: config.OIDC_SCOPE ?? (isCognitoImplicit ? COGNITO_SCOPE : SCOPE),
    responseType:
      mode === 'code' ? 'code' : (config.OIDC_RESPONSE_TYPE ?? (isCognitoImplicit ? 'token' : 'id_token token')),
    issuer: document.issuer,
    authorizationEndpoint: document.authorization_endpoint,
    ...(document.token_endpoint ? { tokenEndpoint: document.token_endpoint } : {}),
    jwksUri: document.jwks_uri,
    logout: logoutOf(config, document),
    algorithms: config.OIDC_ALGORITHMS,
    extraParams: config.OIDC_EXTRA_PARAMS,
  };
}

/** Cognito has a separate logout call, on the host of its sign-in pages. */
function logoutOf(config: Config, document: DiscoveryDocument): PortalSettings['signIn']['logout'] {
  const automatic = isCognito(document) ? 'cognito' : 'end_session';
  const style = config.OIDC_LOGOUT_STYLE === 'auto' ? automatic : config.OIDC_LOGOUT_STYLE;
  if (style === 'none') return null;
  const endpoint =
    config.OIDC_LOGOUT_URL ??
    (style === 'cognito' ? new URL('/logout', document.authorization_endpoint).href : document.end_session_endpoint);
  return endpoint ? { style, endpoint } : null;
}
