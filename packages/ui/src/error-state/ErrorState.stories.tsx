import { ErrorState } from './ErrorState.tsx';

export default { title: 'ErrorState' };

const failure = { title: 'The news could not be loaded', requestId: '0198c7f2', onRetry: () => undefined };

export const WithRetry = () => <ErrorState {...failure} description="The portal did not answer in time." />;

export const Retrying = () => <ErrorState {...failure} isRetrying />;

export const Compact = () => <ErrorState {...failure} size="compact" />;
