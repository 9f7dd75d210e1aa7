// The worker and the core use await and stay files of their own.
export default { build: { target: "es2022", assetsInlineLimit: 0 } };
