/** Stands in for Node's "module" in browser bundles, where the code that imports it is never reached. */
export {};
