/** Version of the contract with host pages, see docs/sidebar.md: a new major version requires changes by hosts. */
export const version = '1.0.0';
