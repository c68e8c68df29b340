/** Version of the contract with host pages, as in docs/sidebar.md: the first number changes when hosts have to. */
export const version = '1.0.0';
