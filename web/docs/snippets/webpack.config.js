export default { mode: "production", entry: "./entry.js" };
