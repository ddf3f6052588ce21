// Divides Chinese, Japanese and Korean names that are written without a space: the family name
// first. Must not know cells. Pure.

/**
 * First and last name of one word. Nothing shows where the family name ends, so that each is
 * unclear, and most likely right: family names of two letters are known, other Chinese and Korean
 * ones have one letter, and most Japanese ones two.
 */
export function splitUnspaced(word: string) {
  const length = familyLength(word);
  return { first: word.slice(length), last: word.slice(0, length), isSplitUnclear: true as const };
}

/** 0 if the word may be a given name alone, or several names. */
function familyLength(word: string): number {
  const length = knownLength(word);
  if (/^\p{Script=Hangul}+$/u.test(word))
    return word.length < 3 || word.length > 5 ? length : Math.max(length, 1);
  // `小野寺さくら`
  const [, family = ''] = /^(\p{Script=Han}{1,3})\p{Script=Hiragana}+$/u.exec(word) ?? [];
  if (length > 0 || family !== '') return length || family.length;
  if (!/^\p{Script=Han}+$/u.test(word)) return 0;
  return { 3: 1, 4: 2, 5: 2 }[word.length] ?? 0;
}

/** The length of the longest known family name at the start that leaves a given name. */
function knownLength(word: string): number {
  if (word.length > longest) return 0;
  const has = (length: number) => word.length > length && families.has(word.slice(0, length));
  // Of three Korean letters, the first one is a family name more often than the first two.
  if (word.length === 3 && unclearKorean.has(word.slice(0, 2))) return 1;
  return [3, 2, 1].find(has) ?? 0;
}

const longest = 6;

const setOf = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

const japanese = setOf(
  `佐藤 鈴木 高橋 田中 伊藤 渡辺 渡邊 渡部 山本 中村 小林 加藤 吉田 山田 佐々木 山口 松本 井上 木村 清水 斎藤 斉藤 齋藤 山崎 阿部 池田 橋本 石川
  山下 小川 石井 長谷川 後藤 岡田 近藤 前田 藤田 遠藤 青木 坂本 村上 太田 金子 藤井 福田 西村 三浦 竹内 中島 中嶋 岡本 松田 原田 中川 中野 小野
  田村 藤原 中山 石田 小島 和田 上田 森田 横山 宮崎 宮本 内田 柴田 酒井 工藤 高木 安藤 谷口 大野 丸山 今井 高田 藤本 武田 村田 上野 杉山 増田
  菅原 平野 大塚 小山 千葉 久保 松井 岩崎 桜井 野口 松尾 野村 木下 菊地 菊池 佐野 大西 杉本 新井 浜田 古川 市川 水野 小松 島田 小池 山内 西田
  吉川 五十嵐 本田 西川 川口 飯田 辻本 秋山 田口 石原 福島 土屋 中田 川崎 服部 岡崎 吉村 大久保 小野寺 佐久間 長谷部 宇多田 東野 村山 林 森`,
);

const chinese = setOf(
  `王 李 张 張 刘 劉 陈 陳 杨 楊 黄 黃 赵 趙 吴 吳 周 徐 孙 孫 马 馬 朱 胡 郭 何 高 罗 羅 郑 鄭 梁 谢 謝 宋 唐 许 許 韩 韓 冯 馮 邓 鄧 曹 彭 曾 萧 蕭
    田 董`,
);

export const japaneseFamilies: readonly string[] = [...japanese];

const evident: ReadonlySet<string> = new Set([...japanese, ...chinese]);

/** Of two letters, and rarer ones or those that are also other words. */
const otherChinese = setOf(
  `欧阳 歐陽 司马 司馬 上官 诸葛 諸葛 夏侯 皇甫 尉迟 尉遲 公孙 公孫 慕容 令狐 司徒 端木 东方 東方 南宫 南宮 西门 西門 独孤 獨孤 长孙 長孫 宇文 轩辕 軒轅
  呼延 申屠 鲜于 鮮于 闻人 聞人 肖 袁 潘 于 蒋 蔣 蔡 余 杜 叶 葉 程 苏 蘇 魏 吕 呂 丁 任 沈 姚 卢 盧 姜 崔 钟 鍾 谭 譚 陆 陸 汪 范 金 石 廖 贾 賈 夏 韦
  韋
  付 傅 方 白 邹 鄒 孟 熊 秦 邱 江 尹 薛 闫 閻 段 雷 侯 龙 龍 史 陶 黎 贺 賀 顾 顧 毛 郝 龚 龔 邵 万 萬 钱 錢 严 嚴 覃 武 戴 莫 孔 向 汤 湯 堀 原
  辻`,
);

const korean = setOf(
  `남궁 제갈 사공 독고 황보 선우 서문 동방 김 이 박 최 정 강 조 윤 장 임 한 오 서 신 권 황 안 송 류 유 홍 전 고 문 손 양 배 백 허 남 심 노 하 곽 성 차 주
    우
  구 민 나 진 지 엄 채 원 천 방 공 현 함 변 염 여 추 도 소 석 선 설 마 길 연 위 표 명 기 반 라 왕 금 옥 육 인 맹 제 모 탁 국`,
);

const unclearKorean = setOf('황보 선우 서문 동방');

const families: ReadonlySet<string> = new Set([...evident, ...otherChinese, ...korean]);
