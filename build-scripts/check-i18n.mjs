// Checks the catalogues: every key in every language, the same {placeholders}, no empty text, no characters of the
// other Chinese script, no unused key, no unknown key in a call, and every placeholder given where a call can be read.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const source = fileURLToPath(new URL("../web/src", import.meta.url));
const languages = ["en", "zh-Hans", "zh-Hant"];

// Pairs simplified/traditional whose two forms belong to one script only.
const pairs =
  "编編 码碼 词詞 换換 输輸 语語 权權 这這 个個 对對 转轉 进進 数數 阵陣 选選 择擇 链鏈 复複 显顯 设設 说說 读讀 请請 页頁 运運 " +
  "问問 题題 类類 层層 头頭 续續 长長 变變 为為 与與 时時 间間 关關 开開 应應 实實 际際 结結 构構 处處 单單 双雙 软軟 " +
  "级級 错錯 误誤 号號 义義 乐樂 习習 书書 买買 会會 传傳 过過 还還 达達 边邊 动動 务務 区區 协協 发發 听聽 员員 师師 " +
  "无無 样樣 标標 检檢 测測 满滿 点點 键鍵 询詢 盖蓋 触觸 两兩 样樣 只隻 暂暫 证證 隐隱 遗遺 异異 宽寬 滚滾 浏瀏 览覽";

const problems = [];
const report = (text) => problems.push(text);
const short = (path) => relative(process.cwd(), path);

const files = readdirSync(source, { recursive: true }).map((name) => join(source, name));
const scripts = files.filter((name) => name.endsWith(".ts"));
// What is written at build time, with the words of web/src/docs.
const docs = fileURLToPath(new URL("../web/docs", import.meta.url));
const documents = readdirSync(docs)
  .filter((name) => /\.(ts|html)$/.test(name))
  .map((name) => ({ path: join(docs, name), called: "t" }));
const folders = [...new Set(files.filter((name) => /strings\.[\w-]+\.json$/.test(name)).map((name) => dirname(name)))];

const placeholders = (text) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]))].sort();

function readCatalogue(folder, language) {
  const path = join(folder, `strings.${language}.json`);
  const text = readFileSync(path, "utf8");
  const strings = JSON.parse(text);
  const written = [...text.matchAll(/^\s*"((?:[^"\\]|\\.)+)":/gm)].map((match) => match[1]);
  for (const key of written)
    if (written.indexOf(key) !== written.lastIndexOf(key)) report(`${short(path)}: ${key} stands there twice`);
  return strings;
}

function checkScript(folder, language, strings) {
  if (language === "en") return;
  const wrong = new Map(
    pairs
      .split(" ")
      .map(([simplified, traditional]) =>
        language === "zh-Hans" ? [traditional, simplified] : [simplified, traditional],
      ),
  );
  // Both forms are right in Taiwan's writing.
  if (language === "zh-Hant") wrong.delete("只");
  for (const [key, text] of Object.entries(strings)) {
    for (const sign of text) {
      if (wrong.has(sign))
        report(`${short(folder)}/strings.${language}.json: ${key} has ${sign}, expected ${wrong.get(sign)}`);
    }
  }
}

// The scripts that use a folder's catalogue: they import its strings module, under a name of their own where they use two.
function usersOf(folder) {
  const modules = scripts.filter(
    (name) => dirname(name) === folder && /strings\.en\.json/.test(readFileSync(name, "utf8")),
  );
  return scripts.flatMap((path) => {
    const text = readFileSync(path, "utf8");
    const imports = [...text.matchAll(/import (?:type )?\{([^}]*)\} from "(\.[^"]+)"/g)].filter(([, , from]) =>
      modules.includes(join(dirname(path), from)),
    );
    if (imports.length === 0) return [];
    const called = imports.flatMap(([, names]) =>
      [...names.matchAll(/\bt(?: as (\w+))?\b/g)].map(([, name]) => name ?? "t"),
    );
    return [{ path, called: called[0] ?? "t" }];
  });
}

// Keys of t("a.b"), of literals elsewhere in a script, and of templates t(`a.${kind}.b` as Key) as patterns.
function checkUse(folder, english) {
  const used = new Set();
  const writers = folder === join(source, "docs") ? documents : [];
  for (const { path, called } of [...usersOf(folder), ...writers]) {
    const text = readFileSync(path, "utf8");
    for (const match of text.matchAll(/"([a-z][\w-]*(?:\.[\w-]+)+|[a-z]+)"/g))
      if (match[1] in english) used.add(match[1]);
    for (const match of text.matchAll(/`([a-z][\w.]*\.(?:\$\{[^{}]*\}[\w.]*)+)`/g)) {
      const pattern = new RegExp(
        `^${match[1]
          .replace(/\$\{[^{}]*\}/g, "\u0000")
          .replaceAll(".", "\\.")
          .replaceAll("\u0000", "[\\w-]+")}$`,
      );
      for (const key of Object.keys(english)) if (pattern.test(key)) used.add(key);
    }
    const call = new RegExp(`\\b${called}\\(\\s*"([\\w.-]+)"\\s*(?:,\\s*\\{([^{}]*)\\})?\\s*,?\\s*\\)`, "g");
    for (const [, key, values] of text.matchAll(call)) {
      if (!(key in english)) {
        report(`${short(path)}: t("${key}") names no key`);
        continue;
      }
      const given = (values ?? "")
        .split(",")
        .map((part) => part.split(":")[0].trim())
        .filter(Boolean)
        .sort();
      const wanted = placeholders(english[key]);
      if (given.join() !== wanted.join())
        report(`${short(path)}: t("${key}") gives {${given}}, the text wants {${wanted}}`);
    }
  }
  for (const key of Object.keys(english)) if (!used.has(key)) report(`${short(folder)}: ${key} is used nowhere`);
}

let count = 0;
for (const folder of folders) {
  const [english, ...others] = languages.map((language) => readCatalogue(folder, language));
  count += Object.keys(english).length;
  checkUse(folder, english);
  for (const [at, language] of languages.entries()) {
    const strings = at === 0 ? english : others[at - 1];
    const where = `${short(folder)}/strings.${language}.json`;
    for (const key of Object.keys(english)) if (!(key in strings)) report(`${where}: ${key} is missing`);
    for (const [key, text] of Object.entries(strings)) {
      if (!(key in english)) report(`${where}: ${key} is not in English`);
      else if (typeof text !== "string" || text.trim() === "") report(`${where}: ${key} is empty`);
      else if (placeholders(text).join() !== placeholders(english[key]).join())
        report(`${where}: ${key} has {${placeholders(text)}}, English has {${placeholders(english[key])}}`);
    }
    checkScript(folder, language, strings);
  }
}

for (const problem of problems) console.error(problem);
console.log(`check-i18n: ${count} keys in ${languages.length} languages, ${problems.length} problems`);
process.exit(problems.length === 0 ? 0 : 1);
